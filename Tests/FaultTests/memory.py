"""A limit of memory for some processes, as a container has it: the kernel ends those that need more."""
import os
import pathlib
import uuid

MEBIBYTE = 1 << 20
# Each version of the kernel's control groups, with the name that the limit has there.
HIERARCHIES = [(pathlib.Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes"), (pathlib.Path("/sys/fs/cgroup"), "memory.max")]


class Cell:
    """Counted from the moment in which a process is put in: what it had before counts where it was."""

    def __init__(self, mebibytes: int) -> None:
        self.folder = self.make(mebibytes * MEBIBYTE)

    @staticmethod
    def make(limit: int) -> pathlib.Path:
        for hierarchy, name in HIERARCHIES:
            folder = hierarchy / f"mantel-faults-{uuid.uuid4()}"
            try:
                folder.mkdir()
            except OSError:
                continue
            try:
                (folder / name).write_text(str(limit))
                return folder
            except OSError:
                folder.rmdir()
        raise Impossible

    def put(self, pid: int) -> None:
        (self.folder / "cgroup.procs").write_text(str(pid))

    def __enter__(self) -> "Cell":
        return self

    def __exit__(self, *_) -> None:
        for pid in (self.folder / "cgroup.procs").read_text().split():
            (self.folder.parent / "cgroup.procs").write_text(pid)
        os.rmdir(self.folder)


class Impossible(Exception):
    """Only root may limit memory, and only where the kernel counts it."""


def is_possible() -> bool:
    try:
        with Cell(64):
            return True
    except (Impossible, OSError):
        return False
