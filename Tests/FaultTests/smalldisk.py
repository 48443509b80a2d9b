"""Servers whose disks are small, and can be filled and freed."""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess

from deadline import eventually
from postgres import Postgres
from redisserver import START, RedisServer

POSTGRES, REDIS = 400, 8  # MiB
STEPS = (1 << 20, 1 << 12)  # bytes: a large one as long as it fits, then a small one


def namespace() -> list[str]:
    """A view of the disks of one's own: root may have it, and others where the kernel lets them."""
    return ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"])]


def is_possible() -> bool:
    return subprocess.run([*namespace(), "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


class SmallDisk:
    """The data of one server lie in a mount that only its own processes see. One that ends is started again, as compose would."""

    process: subprocess.Popen
    folder: pathlib.Path

    def run(self, size: int, prepare: str, server: str, log: pathlib.Path) -> None:
        script = f"""
            mount -t tmpfs -o size={size}m,mode=0777 none {shlex.quote(str(self.folder))} && {prepare} || exit 1
            while :; do {server}; sleep 0.3; done"""
        with log.open("ab") as file:
            self.process = subprocess.Popen([*namespace(), "sh", "-c", script], cwd="/", stdout=file, stderr=file, start_new_session=True)

    @property
    def ballast(self) -> pathlib.Path:
        return pathlib.Path(f"/proc/{self.process.pid}/root{self.folder}/ballast")

    def fill(self) -> None:
        with self.ballast.open("ab", buffering=0) as file:
            for step in STEPS:
                try:
                    while True:
                        file.write(bytes(step))
                except OSError:
                    pass

    def free(self) -> None:
        self.ballast.unlink()

    def close(self) -> None:
        # The server and the shell that starts it again: the disk goes with them.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)


class SmallDiskPostgres(SmallDisk, Postgres):
    def create(self) -> None:
        pass  # By `spawn`, once the disk is there.

    def spawn(self) -> None:
        as_user = "setpriv --reuid=postgres --regid=postgres --clear-groups " if self.user else ""
        self.run(POSTGRES, as_user + shlex.join(self.initdb()), as_user + shlex.join(self.server()), self.log)


class SmallDiskRedis(SmallDisk, RedisServer):
    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self.run(REDIS, "true", shlex.join(self.command()), self.log)
        eventually("Redis answers", START, self.answers)
