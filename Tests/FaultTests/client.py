"""Somebody who uses the JSON API, and asks again until there is an answer."""
import http.client
import itertools
import json
import time

from deadline import Late

PATIENCE = 120  # seconds until a request must have been answered
TIMEOUT = 30
PAUSE = 0.2


class Client:
    """One thread's. It goes from one API to the next when a request fails."""

    turn = itertools.count()

    def __init__(self, ports: list[int], keeps: bool = True) -> None:
        self.ports, self.keeps = ports, keeps
        self.connection: http.client.HTTPConnection | None = None
        self.token = ""
        self.failures: list[str] = []

    def ask(self, method: str, path: str, body=None, key: str = "", patience: float = PATIENCE) -> dict:
        """The answer's JSON. Only what may be repeated is: without a key, once."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if isinstance(body, Form):
            content, headers["Content-Type"] = body.content, Form.TYPE
        else:
            content = None if body is None else json.dumps(body)
            headers["Content-Type"] = "application/json"
        if not self.keeps:
            headers["Connection"] = "close"
        if key:
            headers["Idempotency-Key"] = key
        deadline = time.monotonic() + patience
        while True:
            status, answer = self.exchange(method, path, content, headers)
            if status < 400 and status:
                return json.loads(answer) if answer else {}
            if status and status != 503:
                raise AssertionError(f"{method} {path}: {status} {answer[:300]!r}")
            self.failures.append(f"{time.strftime('%T')} {method} {path}: {status} {answer[:200]!r}")
            if not key:
                raise Unanswered(f"{method} {path}: {status}")
            if time.monotonic() > deadline:
                raise Late(f"{method} {path}: not answered within {patience:g} s, last {status} {answer[:300]!r}")
            time.sleep(PAUSE)

    def exchange(self, method: str, path: str, content, headers: dict[str, str]) -> tuple[int, bytes]:
        try:
            if self.connection is None:
                port = self.ports[next(self.turn) % len(self.ports)]
                self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            self.connection.request(method, path, content, headers)
            response = self.connection.getresponse()
            answer = response.read()
            if response.status == 503 or not self.keeps:
                self.hang_up()
            return response.status, answer
        except (OSError, http.client.HTTPException) as error:
            self.hang_up()
            return 0, repr(error).encode()

    def hang_up(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None


class Unanswered(Exception):
    """Nobody knows whether it was done."""


class Form:
    """The upload of a flyer as a browser sends it."""

    BOUNDARY = "----the-fault-tests"
    TYPE = f"multipart/form-data; boundary={BOUNDARY}"

    def __init__(self, picture: bytes) -> None:
        def part(disposition: str, content: bytes) -> bytes:
            return f"--{self.BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode() + content + b"\r\n"

        image = part('name="image"; filename="flyer.png"', picture).replace(b"\r\n\r\n", b"\r\nContent-Type: image/png\r\n\r\n", 1)
        self.content = part('name="kind"', b"flyer") + image + f"--{self.BOUNDARY}--\r\n".encode()


class Family:
    """Two people with accounts, of whom the first acts."""

    def __init__(self, world) -> None:
        self.ports = [process.port for process in world.processes("mantel-api")]
        self.accounts = []
        for name in ("Ana", "Ben"):
            person = {"email": f"{name.lower()}@example.org", "password": "three quiet grey owls", "name": name, "zone": "UTC"}
            client = Client(self.ports)
            client.ask("POST", "/api/v1/accounts", person)
            token = client.ask("POST", "/api/v1/sessions", person)["token"]
            self.accounts.append((world.value("SELECT id FROM account WHERE email = %s", person["email"]), token))

    def client(self, front: int | None = None) -> Client:
        """With `front`, the port of a proxy: then each request has a connection of its own, which the proxy can lead elsewhere."""
        client = Client([front], keeps=False) if front else Client(self.ports)
        client.token = self.accounts[0][1]
        return client
