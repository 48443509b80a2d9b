"""Work of all kinds, made while a fault happens: through the API, and in transactions of our own."""
import collections
import queue
import random
import threading
import time

import psycopg
import psycopg.types.json

import pictures
import writes
from client import Family, Form, Unanswered
from deadline import Late
from homes import Home, make_homes, new

# Shares of the jobs. Through the API: purchase, invite, scan. Past it: limit, notice, invitation.
SHARES = {"purchase": 0.24, "invite": 0.06, "limit": 0.36, "notice": 0.2, "invitation": 0.14}
JOBS_OF_A_HOME = 40
API_THREADS, WRITERS = 4, 2
BATCH = 8  # of the writers, a transaction
PATIENCE = 240  # seconds after its time until all of the load must have been taken


class Load:
    """`jobs` pieces of work, spread over `seconds`, in households of its own. As a context it lasts until all are accepted."""

    def __init__(self, world, family: Family, jobs: int, seconds: float, scans: int = 1, front: int | None = None) -> None:
        self.world, self.family, self.size, self.seconds, self.front = world, family, jobs, seconds, front
        with world.postgres.connect() as connection:
            self.homes = make_homes(connection, family.accounts, max(1, jobs // JOBS_OF_A_HOME))
        work = random.choices(list(SHARES), list(SHARES.values()), k=jobs - scans)
        for _ in range(scans):
            work.insert(random.randrange(len(work)), "scan")
        self.api, self.past = queue.Queue(), queue.Queue()
        for number, kind in enumerate(work):
            (self.past if hasattr(writes, kind) else self.api).put((number / len(work) * seconds, kind, random.choice(self.homes)))
        # What was answered or committed: jobs by their own id, and rows by the table that must hold them.
        self.jobs: list[str] = []
        self.rows = collections.defaultdict(list)
        self.failures: list[str] = []
        self.faults: list[BaseException] = []
        self.threads = [threading.Thread(target=self.guard, args=[self.ask]) for _ in range(API_THREADS)]
        self.threads += [threading.Thread(target=self.guard, args=[self.write]) for _ in range(WRITERS)]
        self.healed: float = 0

    @property
    def households(self) -> list[str]:
        return [home.household for home in self.homes]

    def __enter__(self) -> "Load":
        self.began = time.monotonic()
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, error, trace) -> None:
        deadline = self.began + self.seconds + PATIENCE
        for thread in self.threads:
            thread.join(max(0, deadline - time.monotonic()))
        if error is None:
            if self.faults:
                raise self.faults[0]
            if any(thread.is_alive() for thread in self.threads):
                raise Late(f"the load was not accepted within {PATIENCE} s after its time")

    def heal(self) -> None:
        """From now on the time to recover is counted."""
        self.healed = time.time()

    def guard(self, work) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 shown by the thread that waits
            self.faults.append(error)

    def take(self, work: queue.Queue, at_most: int = 1) -> list[tuple[str, Home]]:
        taken = []
        while len(taken) < at_most:
            try:
                moment, kind, home = work.get_nowait()
            except queue.Empty:
                break
            taken.append((kind, home))
        if taken:
            time.sleep(max(0, self.began + moment - time.monotonic()))
        return taken

    def ask(self) -> None:
        client = self.family.client(self.front)
        while work := self.take(self.api):
            [(kind, home)] = work
            path = f"/api/v1/households/{home.household}"
            match kind:
                case "purchase":
                    gift = f"{path}/occasions/{home.occasion}/gifts/{random.choice(home.gifts)}/purchase"
                    answer = client.ask("POST", gift, {"paid": {"minor": 150, "currency": "EUR"}}, key=new())
                    self.rows["ledger_entry"].append(answer["id"])
                case "scan":
                    self.rows["scan"].append(client.ask("POST", f"{path}/scans", Form(pictures.flyer()), key=new())["id"])
                case "invite":
                    try:
                        answer = client.ask("POST", f"{path}/invitations", {"role": "adult", "email": "guest@example.org"})
                        self.rows["invitation"].append(answer["id"])
                    except Unanswered:
                        pass  # Either way: what there is of it is checked.
        self.failures += client.failures

    def write(self) -> None:
        connection = None
        while work := self.take(self.past, at_most=BATCH):
            jobs = [new() for _ in work]
            while True:
                try:
                    connection = connection or psycopg.connect(self.world.postgres.conninfo(database="mantel"), connect_timeout=5)
                    # A commit whose answer was lost may have happened.
                    if connection.execute("SELECT FROM job WHERE id = ANY (%s::uuid[])", [jobs]).fetchone() is None:
                        for job, (kind, home) in zip(jobs, work):
                            getattr(writes, kind)(connection.cursor(), home, job)
                    connection.commit()
                    break
                except psycopg.OperationalError:
                    connection = None
                    time.sleep(0.2)
            self.jobs += jobs
