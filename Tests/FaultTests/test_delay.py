"""Jobs that wait for their time, and jobs that wait for workers."""
import random
import signal
import time

import pytest

from deadline import eventually
from homes import make_homes
from invariants import SLOWEST
from world import API, EXCHANGE, FLEET, NOTIFICATION, OCR


def test_jobs_that_are_due_in_the_same_second_run_each_once_and_none_early(world, running, report, short) -> None:
    count = 500 if short else 10_000
    world.set_fleet(FLEET | {NOTIFICATION: 4})
    households = schedule(world, running, count, "date_trunc('second', now() + interval '5 s')")
    left = "SELECT count(*) FROM job WHERE household_id = ANY (%s::uuid[]) AND state <> 'done'"
    eventually("every delayed job is done", 60 + count / SLOWEST, lambda: world.value(left, households) == 0, step=0.3)
    done, early, relayed, ended = world.rows(
        """SELECT count(*) FILTER (WHERE attempt = 1), count(*) FILTER (WHERE published_at < due_at OR finished_at < due_at),
                  extract(epoch FROM percentile_disc(0.99) WITHIN GROUP (ORDER BY published_at - due_at)),
                  extract(epoch FROM percentile_disc(0.99) WITHIN GROUP (ORDER BY finished_at - due_at))
           FROM job WHERE household_id = ANY (%s::uuid[])""", households)[0]
    report(f"{count} due in one second: p99 handed on {relayed:.1f} s late, done {ended:.1f} s late", count, f"{done}/0/0", 0)
    assert done == count
    assert early == 0
    forget(world, households)


def test_jobs_that_come_due_all_the_time_run_once_and_none_early_while_workers_are_killed(world, running, report, short) -> None:
    count, seconds, kills = (300, 10, 2) if short else (10_000, 60, 10)
    world.set_fleet(FLEET | {NOTIFICATION: 4})
    workers = world.processes(NOTIFICATION)
    households = schedule(world, running, count, f"now() + interval '5 s' + random() * interval '{seconds} s'")
    time.sleep(5)
    for _ in range(kills):
        time.sleep(seconds / kills)
        random.choice(workers).signal(signal.SIGKILL)
    left = "SELECT count(*) FROM job WHERE household_id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead')"
    eventually("every job is done", 60 + count / SLOWEST, lambda: world.value(left, households) == 0, step=0.3)
    done, early, late = world.rows(
        """SELECT count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE published_at < due_at OR finished_at < due_at),
                  extract(epoch FROM percentile_disc(0.99) WITHIN GROUP (ORDER BY finished_at - due_at))
           FROM job WHERE household_id = ANY (%s::uuid[])""", households)[0]
    report(f"{count} due over {seconds} s, {kills} kills: p99 done {late:.1f} s late", count, f"{done}/0/0", 0)
    assert done == count
    assert early == 0
    forget(world, households)


def test_a_backlog_that_waits_for_workers_loses_nothing(world, running, report, short) -> None:
    count, homes_count, drained = (1500, 10, 1500) if short else (100_000, 50, 5000)
    world.set_fleet(FLEET | {NOTIFICATION: 0})
    with world.postgres.connect() as connection:
        homes = make_homes(connection, running[1].accounts, homes_count)
        for home in homes:
            # Notices that are gone meanwhile: to find that out is the whole work.
            connection.execute(
                """SELECT count(enqueue_job(gen_random_uuid(), %s, 'notice.send', 'mail',
                       jsonb_build_object('notice', gen_random_uuid(), 'member', %s::text), 5, now(), NULL)) FROM generate_series(1, %s)""",
                [home.household, home.members[0], count // homes_count])
    households = [home.household for home in homes]
    client = world.redis.client()
    eventually("the first of the backlog are in Redis", 60, lambda: client.xlen("mantel:{mail}") >= homes_count)
    # What stays behind in a backlog that long is buried, as an operator might; the rest shows that nothing went missing.
    world.execute(
        """UPDATE job SET state = 'dead', finished_at = now() WHERE id IN (
               SELECT id FROM job WHERE household_id = ANY (%s::uuid[]) ORDER BY random() LIMIT %s)""", households, count - drained)
    began = time.monotonic()
    world.set_fleet(FLEET | {NOTIFICATION: 4})
    left = "SELECT count(*) FROM job WHERE household_id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead')"
    eventually("the backlog is done", 60 + drained / SLOWEST, lambda: world.value(left, households) == 0, step=0.5)
    seconds = time.monotonic() - began
    eventually("Redis keeps nothing of it", 60, lambda: client.xlen("mantel:{mail}") == 0)
    done, dead = world.rows(
        """SELECT count(*) FILTER (WHERE state = 'done' AND attempt = 1), count(*) FILTER (WHERE state = 'dead') FROM job
           WHERE household_id = ANY (%s::uuid[])""", households)[0]
    report(f"{count} waiting for workers, {count - drained} buried: {drained / seconds:.0f} done a second", count, f"{done}/{dead}/0", 0)
    assert (done, dead) == (drained, count - drained)
    forget(world, households)


def schedule(world, running, count: int, due: str) -> list[str]:
    """`count` jobs over fifty households, each due when the SQL of `due` says; those households."""
    with world.postgres.connect() as connection:
        homes = make_homes(connection, running[1].accounts, 50)
        # All in one transaction, and so all counted from the same moment.
        with connection.transaction():
            for home in homes:
                connection.execute(
                    f"""SELECT count(enqueue_job(gen_random_uuid(), %s, 'budget.check', 'budget',
                            jsonb_build_object('occasion', %s::text, 'position', 1, 'cause', %s::text), 5, {due}, NULL))
                        FROM generate_series(1, %s)""",
                    [home.household, home.occasion, home.members[0], count // len(homes)])
    return [home.household for home in homes]


def forget(world, households: list[str]) -> None:
    """So many rows would make the questions of the tests after this one slow."""
    world.execute("DELETE FROM job WHERE household_id = ANY (%s::uuid[])", households)
    world.execute("VACUUM job")


@pytest.mark.long
def test_two_relays_and_eight_workers_share_the_work_and_repeat_none(world, under_load) -> None:
    world.set_fleet({API: 2, NOTIFICATION: 4, EXCHANGE: 2, OCR: 2})
    outcome = under_load("two relays, eight workers", lambda: time.sleep(8), 8, jobs=2000, scans=4)
    assert outcome.dead == 0
