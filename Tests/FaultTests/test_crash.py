"""Processes that end where it hurts most, and the job that is to blame."""
import time

import pytest

import pictures
import writes
from client import Form
from deadline import eventually
from homes import make_homes, new
from world import API, EXCHANGE, FLEET, NOTIFICATION, OCR

WORKERS = (NOTIFICATION, EXCHANGE, OCR)
LAST_CRASHES = 3  # runs that end without a word before a job is buried
NEIGHBOURS = 7  # with it, what Redis holds of one household at once
EX_TEMPFAIL = 75
DEADLINE, PATIENCE = 60, 10  # seconds: of a budget check, and of a worker with a run that does not heed it


def test_a_crash_at_any_step_loses_nothing_and_repeats_at_most_the_mail_it_met(world, under_load, short) -> None:
    places = "after-read:0.01,after-claim:0.01,before-commit:0.01,after-commit:0.01"
    seconds = 4 if short else 25
    fragile = world.processes(*WORKERS)
    relays = world.processes(API)[:1]
    world.restart(fragile, MANTEL_CRASH_AT=places)
    world.restart(relays, MANTEL_CRASH_AT="after-publish:0.05")
    births = {process: process.popen.pid for process in fragile + relays}

    def fault() -> None:
        time.sleep(seconds)
        assert any(process.popen.pid != pid for process, pid in births.items()), "nothing crashed"
        for process in fragile + relays:
            process.environment["MANTEL_CRASH_AT"] = ""
        world.restart(fragile + relays)

    outcome = under_load("crashes at every step", fault, seconds)
    assert outcome.recovery < 30 + outcome.work


def test_a_job_that_crashes_its_process_is_buried_after_three_and_the_others_are_unharmed(world, running, under_load) -> None:
    poison, neighbours = new(), [new() for _ in range(NEIGHBOURS)]
    workers = world.processes(EXCHANGE)
    world.restart(workers, MANTEL_CRASH_JOB=poison)

    def fault() -> None:
        with world.postgres.connect() as connection:
            [home] = make_homes(connection, running[1].accounts, 1)
            # Claimed together with it, they die with it.
            with connection.transaction():
                for job in (poison, *neighbours):
                    writes.invitation(connection.cursor(), home, job)
        eventually("the poison is buried", 120, lambda: world.value("SELECT state FROM job WHERE id = %s", poison) == "dead")

    outcome = under_load("a job that crashes its process", fault, 12)
    world.restart(workers, MANTEL_CRASH_JOB="")
    crashes, reason = world.rows("SELECT crashes, last_error FROM job WHERE id = %s", poison)[0]
    assert crashes == LAST_CRASHES
    assert "its process ended" in reason
    assert outcome.dead == 0
    assert world.value("SELECT count(*) FROM job WHERE id = ANY (%s::uuid[]) AND state = 'done'", neighbours) == NEIGHBOURS


@pytest.mark.long
def test_a_picture_that_crashes_its_reader_each_time_is_told_to_its_maker(world, running, report) -> None:
    [reader] = world.processes(OCR)
    family = running[1]
    with world.postgres.connect() as connection:
        [home] = make_homes(connection, family.accounts, 1)
    path = f"/api/v1/households/{home.household}/scans"
    client = family.client()
    reader.stop()
    scan = client.ask("POST", path, Form(pictures.flyer()), key=new())["id"]
    reader.environment["MANTEL_CRASH_JOB"] = world.value("SELECT id::text FROM job WHERE household_id = %s", home.household)
    reader.start()
    began = time.monotonic()
    told = eventually("its maker is told", 120, lambda: (answer := client.ask("GET", f"{path}/{scan}"))["state"] == "failed" and answer, step=0.2)
    world.restart([reader], MANTEL_CRASH_JOB="")
    report(f"a picture that crashes its reader: told after {time.monotonic() - began:.1f} s")
    assert told["problem"]
    crashes, state = world.rows("SELECT crashes, state FROM job WHERE household_id = %s", home.household)[0]
    assert (crashes, state) == (LAST_CRASHES, "dead")


@pytest.mark.long
def test_a_job_that_never_ends_costs_its_process_and_nobody_else(world, running, under_load) -> None:
    hanging = new()
    world.set_fleet(FLEET | {NOTIFICATION: 1})
    [worker] = world.processes(NOTIFICATION)
    world.restart([worker], MANTEL_HANG_JOB=hanging)
    hung = worker.popen

    def fault() -> None:
        with world.postgres.connect() as connection:
            [home] = make_homes(connection, running[1].accounts, 1)
            payload = {"occasion": home.occasion, "position": 1, "cause": home.members[0]}
            writes.enqueue(connection.cursor(), home, hanging, "budget.check", "budget", None, payload)
        # Only the process that runs already has it.
        worker.environment["MANTEL_HANG_JOB"] = ""
        eventually("its process ends", DEADLINE + PATIENCE + 30, lambda: hung.poll() is not None)
        assert hung.poll() == EX_TEMPFAIL
        eventually("it is done by the next", 60, lambda: world.value("SELECT state FROM job WHERE id = %s", hanging) == "done")

    outcome = under_load("a job that never ends", fault, DEADLINE + PATIENCE, jobs=1000)
    assert world.value("SELECT attempt FROM job WHERE id = %s", hanging) == 2
    assert outcome.dead == 0
