"""A mail server that is away while much is to be sent."""
import collections
import json
import time

import writes
from deadline import eventually
from homes import make_homes, new

BATCH = 500  # jobs a transaction


def control(world, modes: dict) -> None:
    """Tells the mail server how to behave, see Tests/MailSink/sink.py."""
    obeyed = world.mails.folder / "controls"
    before = int(obeyed.read_text()) if obeyed.exists() else 0
    world.mails.process.stdin.write(json.dumps(modes).encode() + b"\n")
    world.mails.process.stdin.flush()
    eventually("the mail server obeys", 10, lambda: obeyed.exists() and int(obeyed.read_text()) > before)


def arrivals(world) -> list[dict]:
    log = world.mails.folder / "log"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def post(world, accounts: list, count: int) -> dict[str, str]:
    """Notices, and for each seventh an invitation, each with its job: the ids of the jobs, by what they send."""
    posted = {}
    with world.begin() as connection:
        homes = make_homes(connection, accounts, 20)
        connection.commit()
        for number in range(count):
            job = new()
            write = writes.invitation if number % 7 == 0 else writes.notice
            write(connection.cursor(), homes[number % len(homes)], job)
            posted[job] = None
            if number % BATCH == 0:
                connection.commit()
        connection.commit()
    rows = world.rows(
        "SELECT id::text, lower(coalesce(payload ->> 'notice', payload ->> 'invitation')) FROM job WHERE id = ANY (%s::uuid[])", list(posted))
    assert len(rows) == count
    return dict(rows)


def test_mail_for_a_server_that_was_away_comes_spread_and_once_and_none_is_given_up(world, running, report, short) -> None:
    count, away, spread = (300, 12, 0.08) if short else (5000, 60, 0.05)
    # A server that is back is noticed within 45 s, and what was put off until then comes within 90 s more.
    within = 45 + 90 + 15
    control(world, {"closed": True})
    begin = time.time()
    posted = post(world, running[1].accounts, count)
    planned: dict[str, set[float]] = collections.defaultdict(set)
    healed = None
    # In the short form time is skipped: nobody is put off for less than 30 s. Once now, and once the server is noticed.
    skips = 2 if short else 0

    def look() -> bool:
        nonlocal healed, skips
        if healed is None and time.time() >= begin + away:
            control(world, {})
            healed = time.time()
        if healed is not None and skips and (skips == 2 or arrivals(world)):
            skips -= 1
            world.rows("UPDATE job SET due_at = due_at - interval '25 s' WHERE id = ANY (%s::uuid[]) AND state = 'waiting' RETURNING 1", list(posted))
        rows = world.rows(
            "SELECT id::text, extract(epoch FROM due_at)::float8, due_at > now() FROM job WHERE id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead')",
            list(posted))
        for job, due, later in rows:
            if later:
                planned[job].add(due)
        return healed is not None and not rows

    eventually("all mail was sent", away + within + 30, look, step=1)
    last = world.value("SELECT extract(epoch FROM max(finished_at))::float8 FROM job WHERE id = ANY (%s::uuid[])", list(posted))
    dead = world.value("SELECT count(*) FROM job WHERE id = ANY (%s::uuid[]) AND state <> 'done'", list(posted))
    came = [arrival for arrival in arrivals(world) if arrival["id"] in set(posted.values())]
    retries = collections.Counter(int(due) for dues in planned.values() for due in dues)
    sent = collections.Counter(int(arrival["at"]) for arrival in came)
    print(f"{count} mails, away {away} s: at most {max(retries.values())} retries and {max(sent.values())} mails in a second, "
          f"the first {min(a['at'] for a in came) - healed:.1f} s and the last {last - healed:.1f} s after it was back; tries put off: {sum(retries.values())}")
    report(f"mail server away for {away} s", count, f"{count - dead}/{dead}/0", len(came) - count, f"{last - healed:.1f}")
    assert dead == 0
    assert sorted(arrival["id"] for arrival in came) == sorted(posted.values()), "each came once"
    assert max(retries.values()) <= count * spread
    assert max(sent.values()) <= count * spread
    assert last - healed <= within
