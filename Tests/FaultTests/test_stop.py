"""Workers that stand still for longer than their leases, and come back."""
import signal
import time

import pytest

from deadline import eventually
from world import EXCHANGE, FLEET, LEASE, NOTIFICATION, OCR


@pytest.mark.long
def test_workers_stopped_past_their_leases_and_woken_do_nothing_twice(world, under_load) -> None:
    world.set_fleet(FLEET | {OCR: 2, EXCHANGE: 2})

    def fault() -> None:
        victims = [world.processes(name)[0] for name in (NOTIFICATION, EXCHANGE, OCR)]
        for victim in victims:
            victim.signal(signal.SIGSTOP)
        time.sleep(3 * LEASE)
        for victim in victims:
            victim.signal(signal.SIGCONT)

    outcome = under_load("SIGSTOP of workers for 3 leases", fault, 3 * LEASE, scans=4)
    assert outcome.recovery < 20 + outcome.work
    assert outcome.dead == 0


def test_the_late_finish_of_a_stopped_worker_is_refused(world, under_load) -> None:
    world.set_fleet(FLEET | {OCR: 2})
    seen = {process: len(process.log.read_text()) for process in world.processes(OCR)}

    def fault() -> None:
        victim, job = eventually("a reader is stopped in the middle of a scan", 60, lambda: stopped_while_reading(world), step=0.005)
        eventually("another has read it", 60, lambda: world.value("SELECT state = 'done' AND attempt > 1 FROM job WHERE id = %s", job))
        victim.signal(signal.SIGCONT)
        words = ("lost the lease", "another worker took the job")
        eventually("its finish is refused", 60, lambda: any(word in victim.log.read_text()[seen[victim]:] for word in words))

    under_load("SIGSTOP of a reader, its finish refused", fault, 3 * LEASE, jobs=100, scans=8)


def stopped_while_reading(world):
    """A reader that stands still, and the job that it has begun and not ended."""
    rows = world.rows("SELECT id, token, lease_owner FROM job WHERE kind = 'scan.read' AND state = 'running' AND attempt = 1")
    for job, token, owner in rows:
        for process in world.processes(OCR):
            if f"-{process.popen.pid}-" in owner:
                process.signal(signal.SIGSTOP)
                # What it had sent before may be under way still.
                time.sleep(0.2)
                if world.rows("SELECT FROM job WHERE id = %s AND token = %s", job, token):
                    return process, job
                process.signal(signal.SIGCONT)
    return None
