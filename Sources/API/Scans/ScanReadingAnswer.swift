import Foundation
public import Household
public import HTTPServer
public import Store

/// The words of a scan and what they were understood as.
enum ScanReadingAnswer {
    case flyer(Reading<EventDraft>, Zone)
    case receipt(Reading<ReceiptDraft>)
    /// Nothing yet, or nothing that could be read.
    case none

    init(_ scan: ScanView, zone: Zone) throws {
        guard let text = scan.reading else {
            self = .none
            return
        }
        switch scan.kind {
        case .flyer: self = .flyer(try JSONDecoder().decode(Reading<EventDraft>.self, from: Data(text.utf8)), zone)
        case .receipt: self = .receipt(try JSONDecoder().decode(Reading<ReceiptDraft>.self, from: Data(text.utf8)))
        }
    }

    func writeFields(to json: inout JSONWriter) {
        switch self {
        case .flyer(let reading, let zone):
            json.field("words", reading.words)
            json.field("drafts", reading.drafts.map { EventDraftAnswer(draft: $0, zone: zone) })
        case .receipt(let reading):
            json.field("words", reading.words)
            json.field("drafts", reading.drafts)
        case .none:
            json.field("words", [String]())
            json.field("drafts", [String]())
        }
    }
}

/// A draft in the shape in which an event is posted: what was not read is null.
private struct EventDraftAnswer: JSONValue {
    let draft: EventDraft
    let zone: Zone

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("title", draft.title)
            $0.field("start", draft.start.flatMap { time($0) })
            $0.field("end", draft.end.flatMap { time($0) })
            $0.field("location", draft.location)
            $0.field("description", draft.description)
            $0.field("price", draft.price)
            $0.field("url", draft.url)
            $0.field("recurrence", draft.recurrence)
            $0.field("fields", object: { json in
                for (name, field) in draft.fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { json.field(named: name.rawValue, field) }
            })
        }
    }

    private func time(_ moment: EventDraft.Moment) -> DraftTime? {
        moment.day == nil && moment.time == nil ? nil : DraftTime(moment: moment, zone: zone)
    }
}

/// An event's time; where the day or the time was not read, only the other is there.
private struct DraftTime: JSONValue {
    let moment: EventDraft.Moment
    let zone: Zone

    func write(to json: inout JSONWriter) {
        json.object {
            switch (moment.day, moment.time) {
            case (let day?, let time?):
                $0.field("local", LocalDateTime(day: day, time: time).description)
                $0.field("zone", zone.name)
            case (let day?, nil): $0.field("day", day)
            case (nil, let time?): $0.field("time", time)
            case (nil, nil): break
            }
        }
    }
}

extension ReceiptDraft: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("merchant", merchant)
            $0.field("day", day)
            $0.field("total", total)
            $0.field("lines", lines)
            $0.field("warnings", warnings)
            $0.field("fields", object: { json in
                for (name, field) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { json.field(named: name.rawValue, field) }
            })
        }
    }
}

extension ReceiptDraft.Line: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("name", name)
            $0.field("amount", amount)
        }
    }
}

extension DraftField: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("confidence", (confidence * 100).rounded() / 100)
            $0.field("box", box)
            $0.field("alternatives", alternatives)
            if let note { $0.field("note", note) }
        }
    }
}

extension RecognizedWord: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("text", text)
            $0.field("box", box)
            $0.field("confidence", (confidence * 100).rounded() / 100)
            $0.field("line", line)
        }
    }
}
