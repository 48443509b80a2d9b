"""The mail server of the suite, and what it took."""
import collections
import pathlib
import subprocess

from deadline import eventually

SCRIPT = pathlib.Path(__file__).with_name("countingsink.py")


class Mails:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "mail"
        self.folder.mkdir()
        # Debian's Python, which has Debian's aiosmtpd.
        self.process = subprocess.Popen(["/usr/bin/python3", SCRIPT, self.folder], stdin=subprocess.PIPE)
        ready = self.folder / "ready"
        eventually("the mail sink is ready", 15, ready.exists)
        self.port = int(ready.read_text())

    def taken(self) -> dict[str, list[str]]:
        """The hashes of the messages of each Message-ID."""
        hashes = collections.defaultdict(list)
        path = self.folder / "taken"
        for line in path.read_text().splitlines() if path.exists() else []:
            name, digest = line.split()
            hashes[name].append(digest)
        return hashes

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=10)
