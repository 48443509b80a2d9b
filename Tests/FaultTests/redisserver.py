"""A Redis of the suite's own, with an append-only file as in production."""
import pathlib
import shutil
import subprocess

import redis

from deadline import eventually
from ports import free_port

START = 60  # seconds


class RedisServer:
    def __init__(self, folder: pathlib.Path) -> None:
        self.port = free_port()
        self.folder = folder / "redis"
        self.log = folder / "redis.log"
        self.process = None
        self.start()

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port, decode_responses=True, socket_timeout=30)

    def command(self) -> list[str]:
        return ["/usr/bin/redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "",
                "--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"]

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log)
        eventually("Redis answers", START, self.answers)

    def answers(self) -> bool:
        try:
            return self.client().ping()
        except redis.exceptions.RedisError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=60)

    def wipe(self) -> None:
        """What the disk held is gone; only while it does not run."""
        shutil.rmtree(self.folder)

    def commands(self) -> int:
        return self.client().info("stats")["total_commands_processed"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)
