"""PostgreSQL is the record: while it is away nothing is promised, and what was promised is there when it is back."""
import signal
import time

import pytest


def restarted(world) -> None:
    world.postgres.stop()
    time.sleep(1)
    world.postgres.start()


def killed(world) -> None:
    world.postgres.kill()
    time.sleep(1)
    world.postgres.start()


def stopped_at_once(times: int):
    def stop(world) -> None:
        for _ in range(times):
            world.postgres.stop(signal.SIGQUIT)
            world.postgres.start()
            time.sleep(2)

    stop.__name__ = f"stopped_at_once_{times}_times"
    return stop


def rid_of_its_connections(world) -> None:
    for _ in range(4):
        with world.postgres.connect("postgres") as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mantel'")
        time.sleep(0.3)


def locked_for(seconds: int):
    def lock(world) -> None:
        with world.begin() as connection:
            connection.execute("LOCK TABLE job IN ACCESS EXCLUSIVE MODE")
            time.sleep(seconds)

    lock.__name__ = f"locked_for_{seconds}_s"
    return lock


def silent(world) -> None:
    """Its processes stand still: connections are there, and nobody answers."""
    world.postgres.signal_all(signal.SIGSTOP)
    time.sleep(4)
    world.postgres.signal_all(signal.SIGCONT)


long = pytest.mark.long
FAULTS = [
    pytest.param(restarted, 1.5, marks=long), (killed, 2), pytest.param(stopped_at_once(8), 20, marks=long), (rid_of_its_connections, 1.5),
    (locked_for(4), 4), pytest.param(locked_for(30), 30, marks=long), pytest.param(silent, 4, marks=long),
]


@pytest.mark.parametrize("fault, takes", FAULTS)
def test_nothing_accepted_is_lost_and_nothing_is_half_written_when_postgresql_is(world, under_load, fault, takes) -> None:
    # A mail whose job could not be ended is sent once more, with the same bytes.
    outcome = under_load(f"PostgreSQL {fault.__name__.replace('_', ' ')}", lambda: fault(world), takes, within=90, mails=2)
    assert outcome.recovery < 60 + outcome.work
    # No outage is a job's fault: it costs none an attempt.
    assert outcome.dead == 0


# As many as run in ten minutes at the pace of the load.
OLD = 50_000
NOISE = 5  # seconds, that a busy machine adds to either figure


@pytest.mark.long
def test_a_snapshot_open_for_ten_minutes_holds_nobody_up(world, under_load, report) -> None:
    seconds, jobs = 8, 300
    base = pick_up(world, under_load("before the snapshot", lambda: time.sleep(seconds), seconds, jobs).households)
    with world.begin() as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        connection.execute("SELECT count(*) FROM job")
        age(world)
        outcome = under_load(f"a snapshot older than {OLD} jobs", lambda: time.sleep(seconds), seconds, jobs)
    held = pick_up(world, outcome.households)
    report(f"picked up within {base * 1000:.0f} ms (p99) before it, {held * 1000:.0f} ms under it")
    world.execute("DELETE FROM job WHERE kind = 'aged'")
    world.execute("VACUUM job")
    assert outcome.dead == 0
    assert held < 3 * max(base, NOISE)


def age(world) -> None:
    """Leaves what ten minutes leave and no vacuum may take away: each job's states, one after the other."""
    with world.begin() as connection:
        connection.execute(
            """INSERT INTO job (id, kind, queue, payload, max_attempts)
               SELECT gen_random_uuid(), 'aged', 'mail', '{}', 5 FROM generate_series(1, %s)""", [OLD])
        for state in ("state = 'published', published_at = now()", "state = 'running', token = gen_random_uuid(), lease_until = now()",
                      "state = 'done', token = NULL, lease_until = NULL, finished_at = now()"):
            connection.execute(f"UPDATE job SET {state} WHERE kind = 'aged'")


def pick_up(world, households: list[str]) -> float:
    """Seconds until 99 of 100 jobs ran."""
    return world.value(
        """SELECT extract(epoch FROM percentile_disc(0.99) WITHIN GROUP (ORDER BY started_at - created_at))::float8
           FROM job WHERE household_id = ANY (%s::uuid[]) AND kind <> 'scan.read'""", households)
