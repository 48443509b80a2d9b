"""Processes of Mantel, each with a log; one that ends by itself is started again, as compose would."""
import os
import pathlib
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request

from deadline import eventually
from ports import free_port

BINARIES = pathlib.Path(__file__).parents[2] / ".build" / "debug"
RESTART_AFTER = 0.2  # seconds
WELL = 60
STOP = 40  # twice the grace of any of them: where it is not kept, the exit code tells


class Process:
    def __init__(self, name: str, number: int, folder: pathlib.Path, environment: dict[str, str]) -> None:
        self.name = name
        self.log = folder / f"{name}-{number}.log"
        self.health = folder / f"{name}-{number}.health"
        self.port = free_port() if name == "mantel-api" else 0
        own = {"MANTEL_HEALTH_FILE": str(self.health), "MANTEL_LISTEN": f"127.0.0.1:{self.port}"}
        self.environment = os.environ | environment | own
        self.lock = threading.Lock()
        self.wanted = False
        self.popen: subprocess.Popen | None = None

    def start(self) -> None:
        with self.lock:
            self.wanted = True
            self.spawn()

    def spawn(self) -> None:
        self.health.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen([BINARIES / self.name], env=self.environment, stdout=log, stderr=log)

    def restart_if_ended(self) -> None:
        with self.lock:
            if self.wanted and self.popen.poll() is not None:
                time.sleep(RESTART_AFTER)
                self.spawn()

    def signal(self, number: signal.Signals) -> None:
        with self.lock:
            if self.popen.poll() is None:
                self.popen.send_signal(number)

    def stop(self) -> int:
        """Asks it to end, and returns how it did."""
        with self.lock:
            self.wanted = False
            self.popen.send_signal(signal.SIGCONT)
            self.popen.terminate()
        try:
            return self.popen.wait(timeout=STOP)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait(timeout=60)
            raise

    def is_well(self) -> bool:
        if self.popen.poll() is not None:
            return False
        if self.name != "mantel-api":
            return self.health.exists()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=10):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def wait_until_well(self) -> None:
        eventually(f"{self.name} is well", WELL, self.is_well)

    def cpu_seconds(self) -> float:
        fields = pathlib.Path(f"/proc/{self.popen.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Supervisor:
    """Keeps the wanted ones running, from a thread of its own."""

    def __init__(self) -> None:
        self.processes: list[Process] = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self) -> None:
        while not self.ended.wait(0.05):
            for process in list(self.processes):
                process.restart_if_ended()

    def stop(self) -> None:
        self.ended.set()
        self.thread.join(timeout=60)
        for process in self.processes:
            if process.wanted:
                process.stop()
