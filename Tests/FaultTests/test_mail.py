"""A mail server that is away, or loses its answers, while much is to be sent."""
import collections
import time

import pytest

import writes
from deadline import eventually
from homes import make_homes, new
from invariants import SLOWEST

MAILS = 5000
AWAY = 60  # seconds
BATCH = 500  # jobs a transaction
# A server that is back is noticed within 45 s, and what was put off until then comes within 90 s more.
RECOVERY = 45 + 90 + 15
WORK = MAILS / SLOWEST


def post(world, accounts: list, count: int) -> dict[str, str]:
    """Notices, and for each seventh an invitation, each with its job: what they send, by the ids of the jobs."""
    jobs = []
    with world.begin() as connection:
        homes = make_homes(connection, accounts, 20)
        for number in range(count):
            jobs.append(new())
            write = writes.invitation if number % 7 == 0 else writes.notice
            write(connection.cursor(), homes[number % len(homes)], jobs[-1])
            if number % BATCH == 0:
                connection.commit()
        connection.commit()
    return dict(world.rows(
        "SELECT id::text, lower(coalesce(payload ->> 'notice', payload ->> 'invitation')) FROM job WHERE id = ANY (%s::uuid[])", jobs))


@pytest.mark.long
def test_mail_for_a_server_that_was_away_comes_spread_and_once_and_none_is_given_up(world, running, report) -> None:
    world.mails.control(closed=True)
    begin = time.time()
    posted = post(world, running[1].accounts, MAILS)
    assert len(posted) == MAILS
    planned: dict[str, set[float]] = collections.defaultdict(set)
    healed = None

    def look() -> bool:
        nonlocal healed
        if healed is None and time.time() >= begin + AWAY:
            world.mails.control()
            healed = time.time()
        open_jobs = world.rows(
            "SELECT id::text, extract(epoch FROM due_at)::float8, due_at > now() FROM job WHERE id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead')",
            list(posted))
        # Nothing is put off for less than half a minute, so that no plan is made and gone between two looks.
        for job, due, later in open_jobs:
            if later:
                planned[job].add(due)
        return healed is not None and not open_jobs

    eventually("all mail was sent", AWAY + RECOVERY + WORK + 30, look, step=1)
    last = world.value("SELECT extract(epoch FROM max(finished_at))::float8 FROM job WHERE id = ANY (%s::uuid[])", list(posted))
    dead = world.value("SELECT count(*) FROM job WHERE id = ANY (%s::uuid[]) AND state <> 'done'", list(posted))
    names = set(posted.values())
    came = [arrival for arrival in world.mails.arrivals() if arrival["id"] in names]
    retries = collections.Counter(int(due) for dues in planned.values() for due in dues)
    sent = collections.Counter(int(arrival["at"]) for arrival in came)
    report(f"mail server away for {AWAY} s", MAILS, f"{MAILS - dead}/{dead}/0", len(came) - len(names), f"{last - healed:.1f}")
    print(f"at most {max(retries.values())} retries and {max(sent.values())} mails in a second; {retries.total()} times mail was put off")
    assert dead == 0
    assert sorted(arrival["id"] for arrival in came) == sorted(names), "each came once"
    assert max(retries.values()) <= 0.05 * MAILS
    assert max(sent.values()) <= 0.05 * MAILS
    assert last - healed <= RECOVERY + WORK


@pytest.mark.long
def test_a_mail_server_that_loses_answers_hangs_up_and_refuses_costs_one_repetition_at_most(world, under_load) -> None:
    def fault() -> None:
        for modes in ({"message": "take-drop"}, {"message": "drop"}, {"greeting": "421 4.3.2 Later"}, {"rcpt": "451 4.7.1 Later"},
                      {"mail": "451 4.7.1 Slow down"}, {"data": "drop"}, {"closed": True}, {"message": "452 4.3.1 Full"}):
            world.mails.control(**modes)
            time.sleep(1.5)
        world.mails.control()

    # A person's first pauses are one minute and five.
    outcome = under_load("mail server out of order", fault, takes=12, within=RECOVERY + 400, mails=2)
    assert outcome.dead == 0
