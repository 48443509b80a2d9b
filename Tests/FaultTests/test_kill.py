"""Processes that end without a word."""
import random
import signal
import time


def test_a_process_killed_at_random_again_and_again_loses_nothing_and_repeats_nothing(world, under_load, short) -> None:
    kills, pause = (10, 0.5) if short else (50, 1.0)

    def fault() -> None:
        # Each of them in turn, so that every one is met, at moments that nobody chose.
        victims = [random.choice(world.processes()) for _ in range(kills - len(world.processes()))] + world.processes()
        random.shuffle(victims)
        for victim in victims:
            time.sleep(random.uniform(0.5, 1.5) * pause)
            victim.signal(signal.SIGKILL)

    outcome = under_load(f"kill -9, {kills} times", fault, takes=kills * pause, jobs=500 if short else 5000, scans=2 if short else 24)
    assert outcome.recovery < 30 + outcome.work
