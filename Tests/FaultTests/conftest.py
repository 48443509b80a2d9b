import time

import pytest

from client import Family
from load import Load
from invariants import Outcome, settle
from world import FLEET, World

TABLE = pytest.StashKey[list]()
JOBS_A_SECOND = {False: 80, True: 50}
AROUND = {False: 2.0, True: 1.0}  # seconds of load before and after a fault
HEAD = ("fault", "jobs", "done/dead/due", "repeated", "recovery s")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--short", action="store_true", help="every family of faults, in less time")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TABLE] = []
    config.addinivalue_line("markers", "long: left out of the short form, which has others of its family")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--short"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def short(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--short")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory):
    world = World(tmp_path_factory.mktemp("mantel"))
    try:
        yield world, Family(world)
    finally:
        world.close()


@pytest.fixture
def world(running) -> World:
    """As it was at the beginning, whatever the test before left."""
    running[0].set_fleet(FLEET)
    return running[0]


@pytest.fixture
def report(request: pytest.FixtureRequest):
    """Adds a row to the closing table."""
    return lambda fault, *cells: request.config.stash[TABLE].append((fault, *cells))


@pytest.fixture
def under_load(world: World, running, report, short: bool):
    """under_load(name, fault): makes jobs while `fault` happens, then checks everything. Unless said otherwise as many
    a second as JOBS_A_SECOND says, for the time the fault takes, and for a little before and after."""

    def run(name: str, fault, takes: float = 0, jobs: int = 0, within: float = 60, mails: int = 1, scans: int = 1, front: int | None = None) -> Outcome:
        seconds = takes + AROUND[short] * 2
        load = Load(world, running[1], jobs or int(seconds * JOBS_A_SECOND[short]), seconds, scans, front)
        with load:
            time.sleep(AROUND[short])
            fault()
            load.heal()
        if front:
            assert load.failures == []
        outcome = settle(world, load, within, mails)
        report(name, *outcome.row())
        return outcome

    return run


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    rows = [HEAD, *config.stash[TABLE]]
    widths = [max(len(str(row[column])) for row in rows if column < len(row)) for column in range(len(HEAD))]
    terminalreporter.section("faults")
    for row in rows:
        terminalreporter.write_line("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip())
