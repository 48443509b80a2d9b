"""Redis is only the wake-up: whatever becomes of it, PostgreSQL has the jobs."""
import signal
import time

import pytest
import redis

GROUP = "workers"


def restarted_with_its_disk(world) -> None:
    world.redis.kill()
    time.sleep(1)
    world.redis.start()


def restarted_without_its_disk(world) -> None:
    world.redis.kill()
    world.redis.wipe()
    time.sleep(1)
    world.redis.start()


def flushed(world) -> None:
    world.redis.client().flushall()


def robbed_of_its_streams(world) -> None:
    repeat(world, lambda client, stream: client.delete(stream), times=3)


def rid_of_its_clients(world) -> None:
    for _ in range(10):
        world.redis.client().execute_command("CLIENT KILL TYPE normal SKIPME yes")
        time.sleep(0.2)


def full(world) -> None:
    client = world.redis.client()
    client.config_set("maxmemory", 1)
    time.sleep(3)
    client.config_set("maxmemory", 0)


def evicting(world) -> None:
    client = world.redis.client()
    client.config_set("maxmemory-policy", "allkeys-lru")
    client.config_set("maxmemory", "4mb")
    evicted = client.info("stats")["evicted_keys"]
    deadline = time.monotonic() + 3
    for number in range(100_000):
        if time.monotonic() > deadline:
            break
        client.set(f"junk:{number}", "x" * 50_000)
    # Less than it needs for itself: nothing can stay.
    client.config_set("maxmemory", "500kb")
    time.sleep(1)
    assert client.info("stats")["evicted_keys"] > evicted
    client.config_set("maxmemory", 0)
    client.config_set("maxmemory-policy", "noeviction")
    client.flushall()


def trimmed(world) -> None:
    repeat(world, lambda client, stream: client.xtrim(stream, maxlen=0, approximate=False), times=20)


def acknowledged_from_outside(world) -> None:
    def meddle(client: redis.Redis, stream: str) -> None:
        # What is read without a claim of ours, and what is taken from those who have read it.
        client.xreadgroup(GROUP, "somebody", {stream: ">"}, count=20, noack=True)
        pending = client.xpending_range(stream, GROUP, "-", "+", 100)
        if pending:
            client.xack(stream, GROUP, *[entry["message_id"] for entry in pending])

    repeat(world, meddle, times=20)


def repeat(world, do, times: int, pause: float = 0.1) -> None:
    client = world.redis.client()
    for _ in range(times):
        for stream in client.scan_iter("mantel:*"):
            try:
                do(client, stream)
            except redis.exceptions.ResponseError:
                pass  # The group is being made again.
        time.sleep(pause)


def silent(seconds: float):
    def stop(world) -> None:
        world.redis.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        world.redis.process.send_signal(signal.SIGCONT)

    stop.__name__ = f"silent_for_{seconds:g}_s"
    return stop


long = pytest.mark.long
FAULTS = [
    pytest.param(restarted_with_its_disk, 1.5, marks=long), pytest.param(restarted_without_its_disk, 1.5, marks=long), (flushed, 0),
    pytest.param(robbed_of_its_streams, 0.3, marks=long), pytest.param(rid_of_its_clients, 2, marks=long), (full, 3),
    pytest.param(evicting, 4, marks=long), (trimmed, 2), (acknowledged_from_outside, 2),
    pytest.param(silent(5), 5, marks=long), pytest.param(silent(20), 20, marks=long),
]


@pytest.mark.parametrize("fault, takes", FAULTS)
def test_no_job_is_lost_or_done_twice_when_redis_is(world, under_load, fault, takes) -> None:
    outcome = under_load(f"Redis {fault.__name__.replace('_', ' ')}", lambda: fault(world), takes)
    assert outcome.recovery < 30 + outcome.work
    assert outcome.dead == 0
