"""One Mantel of the suite's own: its servers, lines to them that can be broken, its mail server, its processes."""
import pathlib
import secrets
import subprocess

import psycopg

from link import Link
from mails import Mails
from postgres import Postgres
from processes import BINARIES, Process, Supervisor
from redisserver import RedisServer

ROOT = pathlib.Path(__file__).parents[2]
API, OCR, EXCHANGE, NOTIFICATION = "mantel-api", "mantel-ocr-worker", "mantel-exchange-worker", "mantel-notification-worker"
FLEET = {API: 2, NOTIFICATION: 2, EXCHANGE: 1, OCR: 1}
LEASE = 2  # seconds, the shortest that workers accept


class World:
    def __init__(self, folder: pathlib.Path, postgres: Postgres | None = None, redis: RedisServer | None = None) -> None:
        self.folder = folder
        self.secret = secrets.token_urlsafe(48)
        self.closing = []
        self.postgres = self.keep(postgres or Postgres())
        self.redis = self.keep(redis or RedisServer(folder))
        self.mails = self.keep(Mails(folder))
        self.to_postgres = self.keep(Link(self.postgres.port))
        self.to_redis = self.keep(Link(self.redis.port))
        self.supervisor = Supervisor()
        with self.postgres.connect("postgres") as connection:
            connection.execute("CREATE DATABASE mantel")
        owner = {"DATABASE_URL": self.postgres.conninfo(database="mantel"), "MANTEL_MIGRATIONS": f"{ROOT}/db/migrations"}
        subprocess.run([BINARIES / "mantel", "migrate"], env=owner, check=True, stdout=subprocess.DEVNULL)
        self.set_fleet(FLEET)

    def keep(self, part):
        self.closing.append(part)
        return part

    def close(self) -> None:
        self.supervisor.stop()
        for part in reversed(self.closing):
            part.close()

    def processes(self, *names: str) -> list[Process]:
        """Those that run, of the given names."""
        return [process for process in self.supervisor.processes if process.wanted and process.name in (names or FLEET)]

    def set_fleet(self, fleet: dict[str, int]) -> None:
        """Starts and stops until there are as many of each as the fleet says, and all are well."""
        for name, count in fleet.items():
            running = self.processes(name)
            for process in running[count:]:
                process.stop()
            resting = [process for process in self.supervisor.processes if process.name == name and not process.wanted]
            for _ in range(count - len(running)):
                process = resting.pop() if resting else self.add(name)
                process.start()
        self.wait_until_well()

    def add(self, name: str) -> Process:
        number = sum(process.name == name for process in self.supervisor.processes)
        process = Process(name, number, self.folder, self.environment(name))
        self.supervisor.processes.append(process)
        return process

    def restart(self, processes: list[Process], **environment: str) -> None:
        """With more in their environment, or without it again where a value is empty."""
        for process in processes:
            process.stop()
            process.environment |= environment
            process.start()
        for process in processes:
            process.wait_until_well()

    def wait_until_well(self) -> None:
        for process in self.processes():
            process.wait_until_well()

    def environment(self, name: str) -> dict[str, str]:
        role = "mantel_api" if name == API else "mantel_worker"
        return {
            "DATABASE_URL": self.postgres.conninfo(role, "mantel", self.to_postgres.port),
            "REDIS_URL": f"redis://127.0.0.1:{self.to_redis.port}/0", "MANTEL_SECRET": self.secret,
            "MANTEL_ORIGIN": "http://127.0.0.1", "MANTEL_ASSETS": f"{ROOT}/Sources/Web/Assets", "MANTEL_MIGRATIONS": f"{ROOT}/db/migrations",
            "SMTP_URL": f"smtp://127.0.0.1:{self.mails.port}", "MAIL_FROM": "Mantel <mantel@example.org>",
            "JOB_LEASE_SECONDS": str(LEASE), "OMP_THREAD_LIMIT": "1",
        }

    def rows(self, question: str, *parameters) -> list[tuple]:
        """Asks PostgreSQL past the line that tests break."""
        with self.postgres.connect() as connection:
            return connection.execute(question, parameters).fetchall()

    def execute(self, statement: str, *parameters) -> None:
        with self.postgres.connect() as connection:
            connection.execute(statement, parameters)

    def value(self, question: str, *parameters):
        return self.rows(question, *parameters)[0][0]

    def begin(self) -> psycopg.Connection:
        """A connection of a test's own, in a transaction."""
        return psycopg.connect(self.postgres.conninfo(database="mantel"), connect_timeout=30)
