/// What a flyer says about one event. Nothing is filled in that was not read: never "today", never midnight.
public struct EventDraft: Hashable, Sendable, Codable {
    /// A day and a time, each only where it is printed or follows from what is.
    public struct Moment: Hashable, Sendable, Codable {
        public var day: Day?
        public var time: LocalTime?

        public init(day: Day?, time: LocalTime? = nil) {
            self.day = day
            self.time = time
        }
    }

    /// Names under which `fields` holds the evidence.
    public enum FieldName: String, Hashable, Sendable, Codable, CodingKeyRepresentable {
        case title, startDay, startTime, endDay, endTime, location, price, url, recurrence
    }

    public var title: String?
    public var start: Moment?
    /// The last day is included. A time without a printed day belongs to the day on which it comes next.
    public var end: Moment?
    public var location: String?
    public var description: String?
    /// As printed: "£9 (£7)", "free".
    public var price: String?
    public var url: String?
    /// An RFC 5545 RRULE without its name.
    public var recurrence: String?
    public var fields: [FieldName: DraftField]

    public init(
        title: String? = nil, start: Moment? = nil, end: Moment? = nil, location: String? = nil, description: String? = nil,
        price: String? = nil, url: String? = nil, recurrence: String? = nil, fields: [FieldName: DraftField] = [:]
    ) {
        self.title = title
        self.start = start
        self.end = end
        self.location = location
        self.description = description
        self.price = price
        self.url = url
        self.recurrence = recurrence
        self.fields = fields
    }
}
