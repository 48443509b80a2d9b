import Household

/// The fields in which a draft is checked, each with where it was read and how sure we are.
struct DraftFields: Sendable {
    let draft: EventDraft
    let zone: Zone

    init(_ draft: EventDraft, zone: Zone) {
        self.draft = draft
        self.zone = zone
    }

    var fields: [ScannedField] {
        var fields = [
            field(.title, Field("title", "Title", value: draft.title)),
            field(.startDay, Field("day", "Date", .date, value: draft.start?.day?.description), label: spelledOut, missing: "We found no date"),
            field(.startTime, Field("time", "From", .time, value: draft.start?.time?.description, required: false)),
            field(.endTime, Field("endTime", "Until", .time, value: draft.end?.time?.description, required: false)),
            field(.location, Field("location", "Place", value: draft.location, required: false)),
        ]
        if let last = lastDay { fields.append(field(.endDay, Field("endDay", "Last day", .date, value: last.description, required: false), label: spelledOut)) }
        if let rule = draft.recurrence.flatMap({ try? RecurrenceRule($0) }) {
            let choices = [Field.Choice("", "Once"), Field.Choice(rule.description, rule.words.prefix(1).uppercased() + rule.words.dropFirst())]
            fields.append(field(.recurrence, Field("recurrence", "Repeats", .choice(choices), value: rule.description, required: false)))
        }
        if let url = draft.url { fields.append(field(.url, Field("url", "Link", .url, value: Self.webAddress(url), required: false))) }
        fields.append(ScannedField(Field("description", "Notes", .area, value: notes, required: false, limit: 4000)))
        return fields
    }

    /// Only where it is another day, or where the time alone would seem to end before it begins.
    private var lastDay: Day? {
        guard let first = draft.start?.day else { return nil }
        if let last = draft.end?.day, last > first { return last }
        if let start = draft.start?.time, let end = draft.end?.time, end < start { return first.adding(days: 1) }
        return nil
    }

    private var notes: String? {
        let price = draft.price.map { "Price: \($0)" }
        let parts = [draft.description, price].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private func spelledOut(_ value: String) -> String { Day(value)?.spelledOut ?? value }

    private func field(
        _ name: EventDraft.FieldName, _ field: Field, label: (String) -> String = { $0 }, missing: String? = nil
    ) -> ScannedField {
        ScannedField(field, draft.fields[name], label: label, missing: missing)
    }

    /// A printed address has no scheme.
    private static func webAddress(_ printed: String) -> String { printed.contains("://") ? printed : "https://" + printed }
}

extension ScannedField {
    /// - Parameters:
    ///   - label: other readings in words.
    ///   - missing: what to say where nothing was read and something is needed.
    init(_ field: Field, _ evidence: DraftField?, label: (String) -> String = { $0 }, missing: String? = nil) {
        var field = field
        guard let evidence else {
            self.init(field, unsure: field.value == nil ? missing : nil)
            return
        }
        let note = evidence.note.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let isUnsure = evidence.confidence < DraftField.unsure
        if !isUnsure, let note { field.hint = note }
        self.init(
            field, box: evidence.box, alternatives: evidence.alternatives.map { .init(value: $0, label: label($0)) },
            unsure: isUnsure ? note ?? "Please check this" : nil)
    }
}
