"""A new version is put in place while people use the old one."""
from link import Link
from world import API, FLEET, NOTIFICATION


def test_a_rolling_restart_under_load_fails_no_request_and_counts_no_attempt(world, under_load, short) -> None:
    fleet = FLEET | {NOTIFICATION: 2}
    world.set_fleet(fleet)
    front = Link(*[process.port for process in world.processes(API)])
    codes = []

    def fault() -> None:
        for _ in range(1 if short else 3):
            for process in world.processes():
                codes.append(process.stop())
                process.start()
                process.wait_until_well()

    try:
        outcome = under_load("rolling restart of everything", fault, 10 if short else 30, front=front.port, scans=2)
    finally:
        front.close()
    assert set(codes) == {0}
    assert outcome.dead == 0
    assert outcome.recovery < 20 + outcome.work
