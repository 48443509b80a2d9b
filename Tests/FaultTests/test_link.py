"""The lines between the processes and what they stand on."""
import time

import pytest

long = pytest.mark.long
FAULTS = [
    pytest.param("postgres", "cut", 2, marks=long), ("postgres", "hold", 4), pytest.param("postgres", "hold", 10, marks=long),
    ("postgres", "lose COMMIT 10", 3), pytest.param("redis", "cut", 2, marks=long), pytest.param("redis", "hold", 4, marks=long),
    pytest.param("redis", "hold", 10, marks=long), ("redis", "lose XADD 3", 3),
]


@pytest.mark.parametrize("server, command, seconds", FAULTS)
def test_no_job_is_lost_or_done_twice_when_the_line_is_broken(world, under_load, server, command, seconds) -> None:
    link = getattr(world, f"to_{server}")

    def fault() -> None:
        with link.broken(command):
            time.sleep(seconds)

    outcome = under_load(f"line to {server}: {command}, {seconds} s", fault, seconds, within=90, mails=2 if server == "postgres" else 1)
    assert outcome.recovery < 60 + outcome.work
