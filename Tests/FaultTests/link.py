"""The proxy of proxy.py, from the side of a test."""
import contextlib
import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).with_name("proxy.py")


class Link:
    def __init__(self, *ports: int) -> None:
        command = [sys.executable, SCRIPT, *map(str, ports)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def order(self, command: str) -> None:
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n", f"the proxy ended at: {command}"

    @contextlib.contextmanager
    def broken(self, command: str):
        self.order(command)
        try:
            yield
        finally:
            self.order("heal")

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=60)
