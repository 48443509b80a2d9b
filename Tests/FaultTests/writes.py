"""What is written past the API: each row in one transaction with the job that is about it, as the Store does it."""
import random

import psycopg

from homes import Home, new

TIGHT = 0.25  # of the limits are below what is spent


def limit(cursor: psycopg.Cursor, home: Home, job: str) -> None:
    tight = 1 if random.random() < TIGHT else None
    cursor.execute(
        """WITH made AS (
               INSERT INTO budget_limit (id, household_id, occasion_id, minor, set_by) VALUES (%s, %s, %s, %s, %s) RETURNING position)
           SELECT enqueue_job(%s, %s, 'budget.check', 'budget',
               jsonb_build_object('occasion', %s::text, 'position', position, 'cause', %s::text), 5, now(), NULL) FROM made""",
        [new(), home.household, home.occasion, tight, home.members[0], job, home.household, home.occasion, home.members[0]])


def notice(cursor: psycopg.Cursor, home: Home, job: str) -> None:
    """A reminder, which is true until its occasion moves: its mail has to go out, however late."""
    row, member = new(), random.choice(home.members)
    cursor.execute(
        """INSERT INTO notice (id, household_id, member_id, kind, occasion_id, threshold, arming)
           SELECT %s, %s, %s, 'reminder', id, %s, day - '2000-01-01' FROM occasion WHERE id = %s""",
        [row, home.household, member, random.getrandbits(30), home.occasion])
    enqueue(cursor, home, job, "notice.send", "mail", row, {"notice": row, "member": member})


def invitation(cursor: psycopg.Cursor, home: Home, job: str) -> None:
    row = new()
    cursor.execute(
        """INSERT INTO invitation (id, household_id, token_hash, email, role, invited_by, expires_at)
           VALUES (%s, %s, %s, 'guest@example.org', 'adult', %s, now() + interval '1 day')""",
        [row, home.household, random.randbytes(32), home.members[0]])
    enqueue(cursor, home, job, "invitation.send", "invitation", row, {"invitation": row, "inviter": home.members[0]})


def enqueue(cursor: psycopg.Cursor, home: Home, job: str, kind: str, queue: str, key: str | None, payload: dict, due: str = "now()") -> None:
    cursor.execute(
        f"SELECT enqueue_job(%s, %s, %s, %s, %s, 5, {due}, %s)",
        [job, home.household, kind, queue, psycopg.types.json.Jsonb(payload), key])
