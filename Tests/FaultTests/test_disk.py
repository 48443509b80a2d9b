"""A disk that is full: nothing more is accepted, nothing is half-written, and it goes on by itself once there is room."""
import json
import time

import pytest
import redis

import smalldisk
from client import Client, Family
from deadline import eventually
from invariants import settle
from load import Load
from world import World

FULL = 6  # seconds


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    if not smalldisk.is_possible():
        pytest.skip("a small disk takes a mount, which this kernel refuses to this user")
    folder = tmp_path_factory.mktemp("small")
    world = World(folder, smalldisk.SmallDiskPostgres(), smalldisk.SmallDiskRedis(folder))
    try:
        yield world, Family(world)
    finally:
        world.close()


def test_a_full_disk_of_postgresql_is_told_and_leaves_nothing_half_written(small, report, short) -> None:
    world, family = small
    refusals = []

    def refused() -> bool:
        """Whether a write is refused now: with a problem that says when to come again."""
        status, answer = asking.exchange("POST", f"/api/v1/households/{home.household}/recipients", body, headers)
        if status in (0, 201):
            return False
        assert status == 503, f"{status} {answer[:300]!r}"
        problem = json.loads(answer)
        assert problem["status"] == 503 and problem["title"] in ("The server's disk is full", "The server is busy"), problem
        refusals.append(problem)
        return True

    load = Load(world, family, 200 if short else 1000, FULL + 4, scans=2)
    home = load.homes[0]
    asking = Client(family.ports)
    headers = {"Authorization": f"Bearer {family.accounts[0][1]}", "Content-Type": "application/json"}
    body = json.dumps({"name": "Somebody", "notes": "x" * 9000})
    with load:
        time.sleep(2)
        world.postgres.fill()
        eventually("writes are refused", 60, refused, step=0.01)
        for _ in range(FULL * 5):
            refused()
            time.sleep(0.2)
        world.postgres.free()
        load.heal()
    outcome = settle(world, load, 90, mails=2)
    report("the disk of PostgreSQL full", *outcome.row())
    assert any(problem["type"] == "/problems/disk-full" for problem in refusals), refusals
    assert outcome.dead == 0


def test_a_full_disk_of_redis_holds_jobs_back_and_refuses_nothing(small, report, short) -> None:
    world, family = small
    load = Load(world, family, 200 if short else 1000, FULL + 2, scans=2)
    with load:
        time.sleep(1)
        world.redis.fill()
        eventually("Redis refuses to write", 60, lambda: refuses(world.redis.client()))
        time.sleep(FULL)
        world.redis.free()
        load.heal()
    outcome = settle(world, load, 90, mails=2)
    report("the disk of Redis full", *outcome.row())
    assert load.failures == []
    assert outcome.dead == 0


def refuses(client: redis.Redis) -> bool:
    try:
        client.set("a-key-of-the-test", "x" * 4096)
        return False
    except redis.exceptions.RedisError as error:
        return "MISCONF" in str(error)
