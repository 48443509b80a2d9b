"""Waiting, always with an end that has a name."""
import time
from collections.abc import Callable

STEP = 0.05  # seconds


class Late(AssertionError):
    pass


def eventually(what: str, within: float, look: Callable[[], object], step: float = STEP):
    """The first truth that `look` returns."""
    deadline = time.monotonic() + within
    while not (seen := look()):
        if time.monotonic() > deadline:
            raise Late(f"{what}: not within {within:g} s")
        time.sleep(step)
    return seen
