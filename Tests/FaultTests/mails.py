"""The mail server of the suite, and what it took."""
import collections
import json
import pathlib
import subprocess

from deadline import eventually

SCRIPT = pathlib.Path(__file__).parents[1] / "MailSink" / "sink.py"


class Mails:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "mail"
        self.folder.mkdir()
        # Debian's Python, which has Debian's aiosmtpd.
        self.process = subprocess.Popen(["/usr/bin/python3", SCRIPT, self.folder, "--log-only"], stdin=subprocess.PIPE)
        ready = self.folder / "ready"
        eventually("the mail sink is ready", 60, ready.exists)
        self.port = int(ready.read_text())

    def control(self, **modes) -> None:
        """Has the server treat all mail so from now on, see the script."""
        obeyed = self.folder / "controls"
        before = int(obeyed.read_text()) if obeyed.exists() else 0
        self.process.stdin.write(json.dumps(modes).encode() + b"\n")
        self.process.stdin.flush()
        eventually("the mail server obeys", 60, lambda: obeyed.exists() and int(obeyed.read_text()) > before)

    def arrivals(self) -> list[dict]:
        """Each message that it took, in their order."""
        path = self.folder / "log"
        lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return [line for line in lines if line["fate"] == "taken"]

    def taken(self) -> dict[str, list[str]]:
        """The hashes of the messages of each Message-ID."""
        hashes = collections.defaultdict(list)
        for arrival in self.arrivals():
            hashes[arrival["id"]].append(arrival["sha256"])
        return hashes

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=60)
