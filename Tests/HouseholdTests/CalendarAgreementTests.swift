import Foundation
import Testing

@testable import Household

/// Our recurrence beside python-dateutil's, and our zones beside the system's.
@Suite struct CalendarAgreementTests {
    struct Question: Encodable {
        let rule: String
        let start: String
        let zone: String?
    }

    static let most = 40
    static let years = 12

    @Test func `two thousand random series fall where python-dateutil says`() throws {
        var random = CalendarRandomRule(seed: 2026)
        var questions: [Question] = [], ours: [[String]] = []
        for _ in 0..<2000 {
            let start = try random.start()
            let text = random.rule(from: start)
            let rule = try RecurrenceRule(text)
            #expect(try RecurrenceRule(rule.description) == rule)
            let event = Event(id: .init(UUID()), title: "x", start: start, recurrence: rule, created: .now, changed: .now)
            let last = start.day.adding(days: Self.years * 365)
            ours.append(Recurrence(of: event, notAfter: last).prefix(Self.most).map(Self.written))
            questions.append(Question(
                rule: rule.description, start: (start.local ?? LocalDateTime(day: start.day, minutesSinceMidnight: 0)).description,
                zone: start.zone?.name))
        }
        let theirs: [[String]] = try CalendarPython.ask(Self.script, questions)
        try #require(theirs.count == ours.count)
        var wrong = 0
        for (question, (ours, theirs)) in zip(questions, zip(ours, theirs)) where ours != theirs {
            wrong += 1
            guard wrong <= 5 else { continue }
            let at = zip(ours, theirs).prefix { $0 == $1 }.count
            Issue.record("\(question.rule) from \(question.start) \(question.zone ?? ""): at \(at) ours \(ours.dropFirst(at).first ?? "end"), theirs \(theirs.dropFirst(at).first ?? "end")")
        }
        #expect(wrong == 0, "\(wrong) of \(ours.count) series differ")
        #expect(ours.map(\.count).reduce(0, +) > 30_000)
    }

    /// The local time by the rule and the moment it means.
    private static func written(_ occurrence: EventOccurrence) -> String {
        guard let local = occurrence.scheduled.local, let instant = occurrence.start.instant else { return occurrence.scheduled.day.description }
        return "\(local) \(Int(instant.timeIntervalSince1970))"
    }

    /// dateutil is asked with everything said that it would read differently from RFC 5545: a start off
    /// the rule counts as the first occurrence; the first week is whole for BYSETPOS; BYWEEKNO takes its
    /// day from the start; "MO,2TU" means either. Weeks are numbered by us, since dateutil counts the
    /// weeks of the year before with this year's length.
    private static let script = """
        most, years = \(most), \(years)
        names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        def week(day, first):
            middle = day - timedelta(days=(day.weekday() - first) % 7) + timedelta(days=3)
            number = (middle.timetuple().tm_yday - 1) // 7 + 1
            left = (date(middle.year, 12, 31) - middle).days
            if first == 0 and number != day.isocalendar()[1]: sys.exit(f"{day} is not in week {number}")
            return number, number + left // 7
        def expand(text, start, zone):
            parts = dict(part.split("=") for part in text.split(";"))
            frequency = parts["FREQ"]
            count = int(parts.pop("COUNT", 0)) or None
            until = parts.pop("UNTIL", None)
            end = start + timedelta(days=years * 365)
            end = datetime(end.year, end.month, end.day, 23, 59)
            if until:
                end = min(end, datetime.strptime(until if "T" in until else until + "T235959", "%Y%m%dT%H%M%S"))
            free = not any(part in parts for part in ("BYDAY", "BYMONTHDAY", "BYYEARDAY"))
            first = names.index(parts.get("WKST", "MO"))
            origin = start
            if frequency == "WEEKLY":
                if free: parts["BYDAY"] = names[start.weekday()]
                origin = start - timedelta(days=(start.weekday() - first) % 7)
            elif free and "BYWEEKNO" in parts:
                parts["BYDAY"] = names[start.weekday()]
            days = parts.get("BYDAY", "").split(",")
            if any(len(day) > 2 for day in days):
                most_weeks = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
                parts["BYDAY"] = ",".join(day if len(day) > 2 else ",".join(f"{n}{day}" for n in range(1, most_weeks + 1)) for day in days)
            weeks = None
            if "BYWEEKNO" in parts:
                weeks = {int(n) for n in parts.pop("BYWEEKNO").split(",")}
            positions = [int(n) for n in parts.pop("BYSETPOS", "0").split(",")] if weeks else None
            if weeks and "BYMONTH" not in parts: parts["BYMONTH"] = ",".join(map(str, range(1, 13)))
            if weeks: origin = datetime(start.year, 1, 1, start.hour, start.minute)
            text = ";".join(f"{name}={value}" for name, value in parts.items())
            def fits(moment):
                number, total = week(moment.date(), first)
                return number in weeks or number - total - 1 in weeks
            # Beyond the end, so that a set is whole when positions are taken from it.
            found = dateutil.rrule.rrulestr(text, dtstart=origin)
            found = itertools.takewhile(lambda m: m <= end or (weeks and m.year <= end.year), bounded(found, end))
            if weeks:
                chosen = []
                for _, of_year in itertools.groupby(filter(fits, found), key=lambda m: m.year):
                    of_year = list(of_year)
                    if positions != [0]:
                        at = {n - 1 if n > 0 else len(of_year) + n for n in positions}
                        of_year = [m for i, m in enumerate(of_year) if i in at]
                    chosen += of_year
                found = chosen
            found = (m for m in found if start < m <= end)
            if count: found = itertools.islice(found, count - 1)
            return [write(m, zone) for m in itertools.chain([start], itertools.islice(found, most - 1))]
        def bounded(rule, end):
            # A rule that never falls would look for a day until the year 9999, whatever its UNTIL.
            dateutil.rrule.datetime.MAXYEAR = end.year
            return iter(rule)
        def write(moment, zone):
            if not zone: return moment.date().isoformat()
            return moment.isoformat(timespec="minutes") + f" {int(moment.replace(tzinfo=ZoneInfo(zone)).timestamp())}"
        answer = [expand(q["rule"], datetime.fromisoformat(q["start"]), q.get("zone")) for q in question]
        """
}
