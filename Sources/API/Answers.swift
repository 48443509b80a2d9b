// How the household's values are answered.
import Foundation
public import Household
public import HTTPServer
public import Store

extension Identifier: JSONValue {
    public func write(to json: inout JSONWriter) { uuid.write(to: &json) }
}

extension Day: JSONValue {
    public func write(to json: inout JSONWriter) { json.string(description) }
}

extension LocalTime: JSONValue {
    public func write(to json: inout JSONWriter) { json.string(description) }
}

extension Money: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("minor", minor)
            $0.field("currency", currency.code)
        }
    }
}

extension Box: JSONValue {
    public func write(to json: inout JSONWriter) { json.array([x, y, width, height]) }
}

/// A moment with its offset (RFC 3339), in UTC.
struct Moment: JSONValue {
    let date: Date
    init(_ date: Date) { self.date = date }
    func write(to json: inout JSONWriter) { date.write(to: &json) }
}

/// `{"items": […], "next": cursor or null}`
struct Page<Item: JSONValue>: JSONValue {
    var items: [Item]
    var next: String?

    init(_ items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("items", items)
            $0.field("next", next)
        }
    }
}

extension HTTPResponse {
    static func list(_ items: [some JSONValue]) -> HTTPResponse { .json(200, Page(items)) }
}
