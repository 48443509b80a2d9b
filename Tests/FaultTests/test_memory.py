"""Memory that runs out, and the kernel that ends whoever asks for more."""
import signal

import pytest
import redis

import memory
import pictures
from client import Form
from deadline import eventually
from homes import make_homes, new
from world import OCR

KILLS = 3
SCANS = 30
# MiB beyond what they have: less than a reader takes for one picture, and than Redis takes for a new append-only file
# and what comes meanwhile.
READER, REDIS = 1, 8
JUNK = "x" * 50_000

pytestmark = [pytest.mark.long, pytest.mark.skipif(not memory.is_possible(), reason="the kernel lets this user limit no memory")]


def test_a_reader_that_runs_out_of_memory_costs_no_scan(world, running, under_load) -> None:
    [reader] = world.processes(OCR)
    family = running[1]
    with world.postgres.connect() as connection:
        [home] = make_homes(connection, family.accounts, 1)
    client, sent = family.client(), []
    # One that has read before has what it needs.
    world.restart([reader])

    def fault() -> None:
        for _ in range(KILLS):
            reader.wait_until_well()
            victim = reader.popen

            def reads_until_it_ends() -> bool:
                sent.append(client.ask("POST", f"/api/v1/households/{home.household}/scans", Form(pictures.flyer()), key=new())["id"])
                return victim.poll() is not None

            with memory.Cell(READER) as cell:
                cell.put(victim.pid)
                eventually("the kernel ends it", 60, reads_until_it_ends, step=0.5)
            assert victim.poll() == -signal.SIGKILL

    outcome = under_load("a reader out of memory", fault, 12, scans=SCANS)
    assert outcome.recovery < 60 + outcome.work
    eventually("all that it was given is read", 120, lambda: states(world, sent) == {"ready"})


def states(world, scans: list[str]) -> set[str]:
    return {state for state, in world.rows("SELECT DISTINCT state FROM scan WHERE id = ANY (%s::uuid[])", scans)}


def test_a_redis_that_runs_out_of_memory_while_it_saves_loses_no_job(world, under_load) -> None:
    def fault() -> None:
        server, client = world.redis.process, world.redis.client()
        with memory.Cell(REDIS) as cell:
            cell.put(server.pid)
            eventually("the kernel ends it", 60, lambda: filled(client) or server.poll() is not None, step=0)
        assert server.wait(timeout=60) == -signal.SIGKILL
        world.redis.start()
        client = world.redis.client()
        client.delete(*client.keys("junk:*"))

    outcome = under_load("Redis out of memory", fault, 3)
    assert outcome.recovery < 30 + outcome.work
    assert outcome.dead == 0


def filled(client: redis.Redis) -> bool:
    """Writes more, and has the file written anew beside that; whether there is nobody to do it any more."""
    try:
        if not client.info("persistence")["aof_rewrite_in_progress"]:
            client.bgrewriteaof()
        for _ in range(20):
            client.set(f"junk:{client.incr('junk:count')}", JUNK)
        return False
    except redis.exceptions.ResponseError:
        return False  # A rewrite was scheduled already.
    except redis.exceptions.RedisError:
        return True
