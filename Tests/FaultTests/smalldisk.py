"""A PostgreSQL whose disk is small, and can be filled and freed."""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess

from postgres import Postgres

SIZE = 400  # MiB
STEPS = (1 << 20, 1 << 12)  # bytes: a large one as long as it fits, then a small one


def namespace() -> list[str]:
    """A view of the disks of one's own: root may have it, and others where the kernel lets them."""
    return ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"])]


def is_possible() -> bool:
    return subprocess.run([*namespace(), "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


class SmallDiskPostgres(Postgres):
    """Its data lie in a mount that only its own processes see. One that ends is started again, as compose would."""

    def create(self) -> None:
        pass  # By `spawn`, once the disk is there.

    def spawn(self) -> None:
        as_user = "setpriv --reuid=postgres --regid=postgres --clear-groups " if self.user else ""
        folder = shlex.quote(str(self.folder))
        script = f"""
            mount -t tmpfs -o size={SIZE}m,mode=0777 none {folder} && {as_user}{shlex.join(self.initdb())} || exit 1
            while :; do {as_user}{shlex.join(self.server())}; sleep 0.3; done"""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*namespace(), "sh", "-c", script], cwd="/", stdout=log, stderr=log, start_new_session=True)

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
        self.process.wait(timeout=10)
        shutil.rmtree(self.folder, ignore_errors=True)
