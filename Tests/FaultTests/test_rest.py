"""What stays behind after crashes, what rest costs, and what nobody knows."""
import signal
import time

from deadline import eventually
from homes import make_homes, new
from world import API, EXCHANGE, NOTIFICATION, OCR
import writes


def test_crashed_workers_leave_no_more_than_one_consumer_behind(world, under_load, report, short) -> None:
    crashes = 8 if short else 50
    workers = world.processes(NOTIFICATION)

    def fault() -> None:
        for number in range(crashes):
            victim = workers[number % len(workers)]
            victim.wait_until_well()
            time.sleep(0.2)
            victim.signal(signal.SIGKILL)
            time.sleep(0.05)

    under_load(f"{crashes} crashes of workers", fault, crashes * 0.5)
    client, began = world.redis.client(), time.monotonic()

    def most() -> int:
        return max(len(client.xinfo_consumers(f"mantel:{{{queue}}}", "workers")) for queue in ("budget", "mail"))

    before = most()
    eventually("the consumers of the dead are gone", 60, lambda: most() <= len(workers) + 1)
    report(f"consumers left behind: {before}, then {most()} of {len(workers)} workers", "", "", "", f"{time.monotonic() - began:.1f}")


def test_rest_costs_next_to_nothing(world, report, short) -> None:
    world.set_fleet({API: 1, NOTIFICATION: 1, EXCHANGE: 1, OCR: 1})
    seconds = 6 if short else 30
    eventually("no job is open", 60, lambda: world.value("SELECT count(*) FROM job WHERE state IN ('running', 'published')") == 0)
    workers = world.processes(NOTIFICATION, EXCHANGE, OCR)
    time.sleep(1)
    # The one with the most queues is the dearest.
    commands, used = world.redis.commands(), [worker.cpu_seconds() for worker in workers]
    time.sleep(seconds)
    rate = (world.redis.commands() - commands) / seconds / len(workers)
    shares = [(worker.cpu_seconds() - before) / seconds * 100 for worker, before in zip(workers, used)]
    report(f"rest: {rate:.1f} Redis commands a second, {max(shares):.2f} % CPU a worker")
    assert rate < 5
    # A tick of the clock that counts is 10 ms, a sixth of a percent of the short form.
    assert max(shares) < (1.5 if short else 0.5)


def test_a_job_of_an_unknown_kind_is_kept_for_a_newer_worker(world, running, under_load) -> None:
    job = new()
    with world.postgres.connect() as connection:
        [home] = make_homes(connection, running[1].accounts, 1)
        writes.enqueue(connection.cursor(), home, job, "notice.sing", "mail", None, {})
    try:
        under_load("a job of an unknown kind", lambda: time.sleep(1), 1)
        logs = [process.log.read_text() for process in world.processes(NOTIFICATION)]
        assert any("jobs of an unknown kind are kept" in log for log in logs)
        assert world.rows("SELECT state IN ('waiting', 'published'), attempt FROM job WHERE id = %s", job) == [(True, 0)]
    finally:
        world.execute("DELETE FROM job WHERE id = %s", job)
