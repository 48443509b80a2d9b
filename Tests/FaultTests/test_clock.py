"""Clocks that are wrong: the only one that counts is PostgreSQL's."""
import datetime
import json
import pathlib
import shutil
import subprocess
import time

import writes
from homes import make_homes, new
from world import API, EXCHANGE, NOTIFICATION, OCR

MINUTES = 10


def shim(folder: pathlib.Path) -> str:
    compiler = shutil.which("clang") or shutil.which("cc")
    library = folder / "clockshift.so"
    source = pathlib.Path(__file__).with_name("clockshift.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return str(library)


def test_workers_and_relays_whose_clocks_are_ten_minutes_off_are_neither_early_nor_late(world, running, under_load, tmp_path) -> None:
    library = shim(tmp_path)
    ahead = world.processes(NOTIFICATION)[:1] + world.processes(EXCHANGE) + world.processes(API)[:1]
    behind = world.processes(NOTIFICATION)[1:] + world.processes(OCR)
    world.restart(ahead, LD_PRELOAD=library, CLOCK_SHIFT=str(MINUTES * 60))
    world.restart(behind, LD_PRELOAD=library, CLOCK_SHIFT=str(-MINUTES * 60))
    for processes, minutes in ((ahead, MINUTES), (behind, -MINUTES)):
        for process in processes:
            assert abs(last_said(process) - time.time() - minutes * 60) < 60, f"the clock of {process.name} is right"
    with world.postgres.connect() as connection:
        [home] = make_homes(connection, running[1].accounts, 1)
        delayed = [new() for _ in range(40)]
        for number, job in enumerate(delayed):
            payload = {"occasion": home.occasion, "position": 1, "cause": home.members[0]}
            writes.enqueue(connection.cursor(), home, job, "budget.check", "budget", None, payload, f"now() + interval '{4 + number % 4} s'")
    outcome = under_load("clocks 10 minutes off", lambda: time.sleep(9), 9, scans=2)
    world.restart(ahead + behind, LD_PRELOAD="", CLOCK_SHIFT="")
    early, late, attempts = world.rows(
        """SELECT count(*) FILTER (WHERE started_at < due_at), extract(epoch FROM max(started_at - due_at)), max(attempt)
           FROM job WHERE id = ANY (%s::uuid[]) AND state = 'done'""", delayed)[0]
    assert (early, attempts) == (0, 1)
    # Whoever asked a clock of their own would be late by all of the shift, and no load comes near that.
    assert late < MINUTES * 60 / 5
    assert outcome.dead == 0


def last_said(process) -> float:
    line = [line for line in process.log.read_text().splitlines() if '"ts"' in line][-1]
    return datetime.datetime.fromisoformat(json.loads(line)["ts"]).timestamp()
