"""A durable PostgreSQL of the suite's own."""
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile

import psycopg

from deadline import eventually
from ports import free_port

BINARIES = pathlib.Path("/usr/lib/postgresql/15/bin")
START = 60  # seconds, recovery included


class Postgres:
    def __init__(self) -> None:
        self.port = free_port()
        # Not below pytest's folder, which only its owner may enter: as root, the server runs as another user.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mantel-faults-"))
        self.user = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self.log = self.folder / "server.log"
        self.process = None
        self.create()
        self.start()

    def create(self) -> None:
        subprocess.run(self.initdb(), cwd="/", check=True, stdout=subprocess.DEVNULL, **self.user)

    def initdb(self) -> list[str]:
        return [f"{BINARIES}/initdb", "-D", f"{self.folder}/data", "-U", "postgres", "--auth=trust", "--encoding=UTF8",
                "--locale=C.UTF-8", "--no-instructions"]

    def server(self) -> list[str]:
        command = [f"{BINARIES}/postgres", "-D", f"{self.folder}/data"]
        for option in (f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200",
                       "timezone=UTC", "fsync=on", "synchronous_commit=on"):
            command += ["-c", option]
        return command

    def conninfo(self, user: str = "postgres", database: str = "postgres", port: int | None = None) -> str:
        return f"host=127.0.0.1 port={port or self.port} user={user} dbname={database}"

    def connect(self, database: str = "mantel") -> psycopg.Connection:
        return psycopg.connect(self.conninfo(database=database), autocommit=True, connect_timeout=30)

    def start(self) -> None:
        def answers() -> bool:
            # One that finds the shared memory of the killed one still in use ends, and is started again.
            if self.process is None or self.process.poll() is not None:
                self.spawn()
            try:
                self.connect("postgres").close()
                return True
            except psycopg.OperationalError:
                return False

        eventually("PostgreSQL answers", START, answers)

    def spawn(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.server(), cwd="/", stdout=log, stderr=log, **self.user)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT is the "fast" stop, SIGQUIT the "immediate" one, which leaves recovery to the next start."""
        self.process.send_signal(how)
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """Every process of it, as when the machine loses its power."""
        self.signal_all(signal.SIGKILL)
        self.process.wait(timeout=60)

    def signal_all(self, number: signal.Signals) -> None:
        for pid in [self.process.pid, *children(self.process.pid)]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def children(parent: int) -> list[int]:
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may hold spaces: counted from the last bracket.
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found
