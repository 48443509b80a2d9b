// How the household's values are read from the fields of a request.
import Foundation
public import Household
public import HTTPServer

/// A value whose JSON form is its text.
public protocol TextField: FieldValue, LosslessStringConvertible {
    static var expectation: String { get }
}

extension TextField {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json, let value = Self(text) else { throw FieldFault("must be \(Self.expectation)") }
        self = value
    }
}

extension Day: TextField {
    public static let expectation = "a day such as 2026-12-25"
    public static let standIn = Day(daysSince1970: 0)
}

extension LocalTime: TextField {
    public static let expectation = "a time such as 18:30"
    public static let standIn = [LocalTime(hour: 0, minute: 0)].compactMap(\.self)[0]
}

extension DayRule: TextField {
    public static let expectation = "a rule such as easter, mothers-day:GB or fixed:12-25"
    public static let standIn = DayRule.easter(.western)
}

extension Zone: TextField {
    public static let expectation = "an IANA time zone such as Europe/Dublin"
    public static let standIn = Zone.utc
}

extension Currency: TextField {
    public static let expectation = "an ISO 4217 currency such as EUR"
    public static let standIn = ["EUR"].compactMap { Currency($0) }[0]
}

extension Identifier: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json, let value = Identifier(text) else { throw FieldFault("must be an id") }
        self = value
    }
    public static var standIn: Identifier<Subject> { Identifier(UUID.standIn) }
}

extension Role: FieldValue {}
extension GiftStatus: FieldValue {}
extension ScanKind: FieldValue {}
extension NoticeWay: FieldValue {}

extension RecurrenceRule: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json else { throw FieldFault("must be an RRULE") }
        do throws(RecurrenceRule.Invalid) { self = try RecurrenceRule(text) } catch { throw FieldFault("is no RRULE we keep: \(error.part) \(error.reason)") }
    }
    public static let standIn = RecurrenceRule.every(.weekly)
}

/// `{"minor": 1250, "currency": "EUR"}`
struct Amount: RequestBody, Equatable {
    var minor: Int
    var currency: Currency

    init(_ fields: inout Fields) {
        minor = fields.integer("minor", in: 0...Money.largestMinor)
        currency = fields.value("currency")
    }
}

extension Fields {
    /// An amount that must be in `currency`'s minor units; checked against the occasion when it is stored.
    mutating func optionalAmount(_ name: String) -> Amount? { optionalObject(name) }
}
