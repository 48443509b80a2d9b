"""Households to do things in, made past the API: what is under test is jobs."""
import dataclasses
import uuid

import psycopg


@dataclasses.dataclass
class Home:
    household: str
    members: list[str]
    occasion: str
    gifts: list[str]


def make_homes(connection: psycopg.Connection, accounts: list, count: int, gifts: int = 4) -> list[Home]:
    """Each with two members and an occasion on which 1.00 has been spent, without a limit."""
    homes = [
        Home(new(), [new() for _ in accounts], new(), [new() for _ in range(gifts)]) for _ in range(count)
    ]
    with connection.transaction(), connection.cursor() as cursor:
        for home in homes:
            recipient, organiser = new(), home.members[0]
            cursor.execute("INSERT INTO household (id, name, currency, zone) VALUES (%s, 'The Byrnes', 'EUR', 'UTC')", [home.household])
            for member, (account, _) in zip(home.members, accounts):
                cursor.execute(
                    "INSERT INTO member (id, household_id, account_id, name, role) VALUES (%s, %s, %s, 'Ana', 'organiser')",
                    [member, home.household, account])
            cursor.execute(
                "INSERT INTO occasion (id, household_id, name, day, currency, created_by) VALUES (%s, %s, 'Christmas', '2031-12-25', 'EUR', %s)",
                [home.occasion, home.household, organiser])
            cursor.execute("INSERT INTO recipient (id, household_id, name) VALUES (%s, %s, 'Cy')", [recipient, home.household])
            cursor.executemany(
                """INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, created_by)
                   VALUES (%s, %s, %s, %s, 'Ball', 'planned', %s)""",
                [[gift, home.household, home.occasion, recipient, organiser] for gift in home.gifts])
            cursor.execute(
                """INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, entered_by, position)
                   VALUES (%s, %s, %s, %s, %s, 'purchase', 100, %s, %s, 0)""",
                [new(), home.household, home.occasion, recipient, home.gifts[0], organiser, organiser])
    return homes


def new() -> str:
    return str(uuid.uuid4())
