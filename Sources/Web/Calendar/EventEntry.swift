import Household
import Store

/// An event as its form has it.
struct EventEntry: Sendable {
    /// - Parameters:
    ///   - zone: that of times typed.
    ///   - base: what the form does not ask for stays as it is there.
    /// - Returns: nil where something was refused; `form` says what.
    static func read(_ form: inout FormReader, zone: Zone, keeping base: Event? = nil) -> EventDetails? {
        let title = form.text("title", upTo: 200)
        let day = form.day("day")
        if form["day"].isEmpty { form.refuse("day", "is needed") }
        let (time, endTime, lastDay) = (form.time("time"), form.time("endTime"), form.day("endDay"))
        let location = form.optionalText("location", upTo: 200)
        let description = form.optionalText("description", upTo: 4000)
        let url = form.has("url") ? form.webAddress("url") : base?.url
        let recurrence = form.has("recurrence") ? rule(&form) : base?.recurrence
        if endTime != nil, form["time"].isEmpty { form.refuse("time", "is needed where there is an end") }
        if let day, let lastDay, lastDay < day { form.refuse("endDay", "is before the first day") }
        if let time, let endTime, endTime < time, lastDay == nil || lastDay == day {
            form.refuse("endTime", "is before the beginning. If it ends after midnight, give the last day too")
        }
        guard form.isSound, let day else { return nil }
        let start: EventTime = time.map { .moment(LocalDateTime(day: day, time: $0), zone) } ?? .day(day)
        let end: EventTime? = endTime.map { .moment(LocalDateTime(day: lastDay ?? day, time: $0), zone) } ?? lastDay.flatMap { $0 > day ? .day($0) : nil }
        return EventDetails(
            title: title, start: start, end: end, location: location, description: description, url: url, recurrence: recurrence,
            alarms: base?.alarms ?? [], attendees: base?.attendees ?? [])
    }

    private static func rule(_ form: inout FormReader) -> RecurrenceRule? {
        guard let text = form.optionalText("recurrence", upTo: RecurrenceRule.maximumLength) else { return nil }
        do throws(RecurrenceRule.Invalid) { return try RecurrenceRule(text) } catch {
            form.refuse("recurrence", "is not a way to repeat: \(error.description)")
            return nil
        }
    }

    /// The fields of the form for an event that is there.
    static func values(of event: Event) -> [String: String] {
        var values = ["title": event.title, "day": event.start.day.description]
        values["time"] = event.start.time?.description
        values["endTime"] = event.end?.time?.description
        if let last = event.end?.day, last > event.start.day { values["endDay"] = last.description }
        values["location"] = event.location
        values["description"] = event.description
        return values
    }
}
