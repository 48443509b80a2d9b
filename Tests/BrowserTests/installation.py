"""One Mantel for the whole run: a database and a Redis number of its own, and the processes as they are built."""

import os
import pathlib
import secrets
import socket
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).parents[2]
BINARIES = ROOT / ".build" / "debug"
WORKERS = ("mantel-ocr-worker", "mantel-notification-worker")
PATIENCE = 30  # seconds until every process is well


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Installation:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.postgres = os.environ.get("MANTEL_TEST_POSTGRES", "host=127.0.0.1 port=54329 user=postgres")
        self.redis = os.environ.get("MANTEL_TEST_REDIS", "127.0.0.1:63790")
        self.database = f"mantel_browser_{os.getpid()}"
        self.address = f"http://localhost:{free_port()}"
        self.processes: list[subprocess.Popen] = []

    def start(self) -> None:
        self.sql(f"CREATE DATABASE {self.database}")
        subprocess.run([BINARIES / "mantel", "migrate"], env=self.environment("postgres"), check=True)
        self.spawn("mantel-api", "mantel_api")
        for worker in WORKERS:
            self.spawn(worker, "mantel_worker")
        self.wait()

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(timeout=PATIENCE)
        self.sql(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")

    def environment(self, role: str) -> dict[str, str]:
        # What is said last holds. Number 7 of a Redis that holds nothing but tests.
        return os.environ | {
            "DATABASE_URL": f"{self.postgres} dbname={self.database} user={role}",
            "REDIS_URL": f"redis://{self.redis}/7",
            "MANTEL_LISTEN": self.address.removeprefix("http://").replace("localhost", "127.0.0.1"),
            "MANTEL_ORIGIN": self.address,
            "MANTEL_ASSETS": os.environ.get("MANTEL_ASSETS", f"{ROOT}/Sources/Web/Assets:{ROOT}/.mantel/vendor"),
            "MANTEL_MIGRATIONS": f"{ROOT}/db/migrations",
            "MANTEL_SECRET": secret,
            "OMP_THREAD_LIMIT": "1",
        }

    def spawn(self, name: str, role: str) -> None:
        environment = self.environment(role) | {"MANTEL_HEALTH_FILE": str(self.folder / f"{name}.health")}
        log = (self.folder / f"{name}.log").open("wb")
        self.processes.append(subprocess.Popen([BINARIES / name], env=environment, stdout=log, stderr=log))

    def wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            for process in self.processes:
                if process.poll() is not None:
                    raise RuntimeError(f"{process.args[0]} ended: {self.logs()}")
            try:
                with urllib.request.urlopen(f"{self.address}/readyz", timeout=2):
                    return
            except (urllib.error.URLError, OSError) as error:
                if time.monotonic() > deadline:
                    raise RuntimeError(f"the server is not ready: {error} {self.logs()}") from error
                time.sleep(0.2)

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in sorted(self.folder.glob("*.log")))

    def sql(self, statement: str, database: str = "postgres") -> None:
        subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-d", f"{self.postgres} dbname={database}", "-c", statement], check=True)

    def administer(self, email: str) -> None:
        """Makes the account of this address an administrator of the server."""
        subprocess.run([BINARIES / "mantel", "administrator", "add", email], env=self.environment("postgres"), check=True)


secret = secrets.token_urlsafe(48)
