"""What must hold after every fault."""
import collections
import dataclasses
import datetime
import json
import pathlib

from deadline import eventually
from load import Load

LINES_A_SECOND = 10  # of warnings and errors, a process
WINDOW = 5  # seconds: the first tries after a failure may come close together, a loop goes on
SLOWEST = 25  # jobs a second, of a machine that has ten times as much to do as it can
COPIES = 2  # of a mail, however often its process dies: the first, and one repetition


@dataclasses.dataclass
class Outcome:
    households: list[str]
    jobs: int
    done: int
    dead: int
    due: int
    repeated: int
    recovery: float

    @property
    def work(self) -> float:
        """Seconds that a busy machine may take for the jobs as such, whatever else befell them."""
        return self.jobs / SLOWEST

    def row(self) -> tuple:
        return self.jobs, f"{self.done}/{self.dead}/{self.due}", self.repeated, f"{self.recovery:.1f}"


def settle(world, load: Load, within: float, mails: int = 1) -> Outcome:
    """Waits until every job of `load` has ended, for `within` and the time that so many take, and checks all there is to
    check. `mails`: how often one may have come whose worker lived on and kept its lease."""
    try:
        eventually("every accepted job ended", within + load.size / SLOWEST, lambda: not open_jobs(world, load), step=0.2)
    except AssertionError as late:
        left = world.rows(
            """SELECT queue, state, attempt, lease_until, due_at - now(), left(last_error, 100), count(*) FROM job
               WHERE household_id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead') GROUP BY 1, 2, 3, 4, 5, 6 LIMIT 8""", load.households)
        raise AssertionError(f"{late}; open are {left}") from late
    accepted_is_kept(world, load)
    rows_have_one_job(world, load)
    effects_happened_once(world, load)
    repeated = mails_came_once(world, load, mails)
    logs_are_calm(world)
    return outcome(world, load, repeated)


def open_jobs(world, load: Load) -> int:
    return world.value("SELECT count(*) FROM job WHERE household_id = ANY (%s::uuid[]) AND state NOT IN ('done', 'dead')", load.households)


def outcome(world, load: Load, repeated: int) -> Outcome:
    counts = collections.Counter(dict(world.rows(
        """SELECT CASE WHEN state IN ('done', 'dead') THEN state ELSE 'due' END, count(*) FROM job
           WHERE household_id = ANY (%s::uuid[]) GROUP BY 1""", load.households)))
    recovery = world.value(
        """SELECT greatest(0, extract(epoch FROM max(finished_at)) - %s) FROM job
           WHERE household_id = ANY (%s::uuid[]) AND extract(epoch FROM created_at) <= %s""", load.healed, load.households, load.healed)
    return Outcome(load.households, counts.total(), counts["done"], counts["dead"], counts["due"], repeated, float(recovery or 0))


def accepted_is_kept(world, load: Load) -> None:
    """What was answered with yes, or committed, is there."""
    kept = world.value("SELECT count(*) FROM job WHERE id = ANY (%s::uuid[])", load.jobs)
    assert kept == len(load.jobs), f"{len(load.jobs)} jobs were accepted, {kept} are there"
    for table, ids in load.rows.items():
        kept = world.value(f"SELECT count(*) FROM {table} WHERE id = ANY (%s::uuid[])", ids)
        assert kept == len(set(ids)) == len(ids), f"{len(ids)} rows of {table} were accepted, {kept} are there"


# Tables whose rows have a job, which of them, the kind of the job, what names the row in its payload, and by which column.
REASONS = [
    ("ledger_entry", "minor <> 100", "budget.check", "position", "position"),
    ("budget_limit", "true", "budget.check", "position", "position"),
    ("notice", "true", "notice.send", "notice", "id"),
    ("invitation", "email IS NOT NULL", "invitation.send", "invitation", "id"),
    ("scan", "true", "scan.read", "scan", "id"),
]


def rows_have_one_job(world, load: Load) -> None:
    """Nothing half-written, and nothing twice: each row has one job, each job its row."""
    counted = collections.Counter()
    for table, which, kind, name, column in REASONS:
        rows, jobs, unlike = world.rows(
            f"""WITH jobs AS MATERIALIZED (SELECT lower(payload ->> %s) AS name FROM job WHERE household_id = ANY (%s::uuid[]) AND kind = %s),
                     counts AS (SELECT t.id, count(j.name) AS n FROM {table} t LEFT JOIN jobs j ON j.name = t.{column}::text
                                WHERE t.household_id = ANY (%s::uuid[]) AND {which} GROUP BY t.id)
                SELECT count(*), coalesce(sum(n), 0)::int, count(*) FILTER (WHERE n <> 1) FROM counts""",
            name, load.households, kind, load.households)[0]
        assert unlike == 0, f"{unlike} of {rows} rows of {table} have not exactly one {kind}"
        counted[kind] += jobs
    found = dict(world.rows("SELECT kind, count(*) FROM job WHERE household_id = ANY (%s::uuid[]) GROUP BY 1", load.households))
    assert found == {kind: count for kind, count in counted.items() if count}


def effects_happened_once(world, load: Load) -> None:
    """What was read was read once, and a tight limit after none is one notice a member."""
    twice = world.rows(
        "SELECT scan_id FROM upload u JOIN scan s ON s.id = u.scan_id WHERE s.household_id = ANY (%s::uuid[]) AND s.state = 'ready'", load.households)
    assert twice == [], "a scan was read, and its upload is still there"
    scans, pictures = world.rows(
        """SELECT (SELECT count(*) FROM scan WHERE household_id = ANY (%s::uuid[]) AND state = 'ready'),
                  (SELECT count(*) FROM picture WHERE household_id = ANY (%s::uuid[]))""", load.households, load.households)[0]
    assert scans == pictures, f"{scans} scans were read, {pictures} pictures kept"
    crossings = [position for (position,) in world.rows(
        """SELECT position FROM (SELECT position, minor, lag(minor) OVER (PARTITION BY occasion_id ORDER BY position) AS before
                                 FROM budget_limit WHERE household_id = ANY (%s::uuid[])) steps
           WHERE minor IS NOT NULL AND before IS NULL AND position NOT IN (
               SELECT (payload ->> 'position')::bigint FROM job WHERE household_id = ANY (%s::uuid[]) AND kind = 'budget.check' AND state <> 'done')""",
        load.households, load.households)]
    notices = collections.Counter(position for (position,) in world.rows(
        "SELECT arming FROM notice WHERE household_id = ANY (%s::uuid[]) AND kind = 'budget'", load.households))
    expected = collections.Counter({position: len(load.family.accounts) for position in crossings})
    assert notices == expected, f"missing notices: {expected - notices}, too many: {notices - expected}"


def mails_came_once(world, load: Load, most: int) -> int:
    """Every message that was to be sent was; how many came more than once. A run that ended without a word excuses
    that, whether its process was killed or only too slow to keep its lease."""
    excused = {str(row): crashes > 0 for row, crashes in world.rows(
        """SELECT t.id, j.crashes FROM job j JOIN (SELECT id FROM notice UNION ALL SELECT id FROM invitation) t
               ON t.id::text = lower(coalesce(j.payload ->> 'notice', j.payload ->> 'invitation'))
           WHERE j.household_id = ANY (%s::uuid[]) AND j.kind IN ('notice.send', 'invitation.send') AND j.state = 'done'""", load.households)}
    taken, untold = world.mails.taken(), outlived(world, load)
    missing = [name for name in excused if name not in taken and name not in untold]
    assert missing == [], f"{len(missing)} of {len(excused)} mails never came"
    repeated = {name: taken[name] for name in excused if len(taken[name]) > 1}
    for name, hashes in repeated.items():
        assert len(hashes) <= (COPIES if excused[name] else most), f"the mail {name} came {len(hashes)} times"
        assert len(set(hashes)) == 1, f"the mail {name} came with other bytes"
    return len(repeated)


def outlived(world, load: Load) -> set[str]:
    """Notices of a crossing that may be known in the app alone: the limit was taken away later, and no mail of it is said
    to have gone out."""
    return {str(notice) for (notice,) in world.rows(
        """SELECT id FROM notice WHERE household_id = ANY (%s::uuid[]) AND kind = 'budget'
             AND EXISTS (SELECT FROM budget_limit later WHERE later.occasion_id = notice.occasion_id
                         AND later.position > notice.arming AND later.minor IS NULL)
             AND NOT EXISTS (SELECT FROM delivery WHERE notice_id = notice.id AND state = 'sent')""", load.households)}


def logs_are_calm(world) -> None:
    """No loop around an error: apart from what is said of one job or request, few warnings a second."""
    for log in [process.log for process in world.supervisor.processes]:
        moments = []
        for line in read_new(log):
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get("level") in ("warning", "error") and not {"job", "request"} & entry.keys():
                moments.append(datetime.datetime.fromisoformat(entry["ts"]).timestamp())
        most = LINES_A_SECOND * WINDOW
        for first, last in zip(moments, moments[most:]):
            assert last - first >= WINDOW, f"{log.name} has {most} warnings and errors in {last - first:.1f} s"


_read = collections.defaultdict(int)


def read_new(log: pathlib.Path) -> list[str]:
    """The lines since the last time."""
    with log.open(errors="replace") as file:
        file.seek(_read[log])
        lines = file.readlines()
        _read[log] = file.tell()
    return lines
