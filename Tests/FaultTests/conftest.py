import pytest

from client import Family
from load import Load
from invariants import Outcome, settle
from world import FLEET, World

TABLE = pytest.StashKey[list]()
HEAD = ("fault", "jobs", "done/dead/due", "repeated", "recovery s")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--short", action="store_true", help="every family of faults, in less time")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TABLE] = []


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
def under_load(world: World, running, report):
    """under_load(name, jobs, seconds, fault): makes jobs while `fault` happens, then checks everything."""

    def run(name: str, jobs: int, seconds: float, fault, within: float = 60, mails: int = 1, scans: int = 1) -> Outcome:
        load = Load(world, running[1], jobs, seconds, scans)
        with load:
            fault()
            load.heal()
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
