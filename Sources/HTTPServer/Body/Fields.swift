/// Reads the members of one JSON object and remembers every fault, so that one answer names them all.
///
///     struct NewOccasion: RequestBody {
///         var name: String
///         var day: Day
///         var limit: Money?
///
///         init(_ fields: inout Fields) {
///             name = fields.text("name", 1...80)
///             day = fields.value("day")
///             limit = fields.optional("limit")
///         }
///     }
///
/// A member that is missing or wrong yields its type's standIn and a fault; `HTTPRequest.decode` throws
/// all faults before the value is used.
public struct Fields {
    private let members: [String: JSON]
    private let pointer: String
    private var validation = Validation()

    init(_ members: [String: JSON], at pointer: String = "") {
        self.members = members
        self.pointer = pointer
    }

    /// A member that must be there.
    public mutating func value<T: FieldValue>(_ name: String, as type: T.Type = T.self) -> T {
        read(required(name), name) ?? T.standIn
    }

    /// A member that may be missing or null.
    public mutating func optional<T: FieldValue>(_ name: String, as type: T.Type = T.self) -> T? {
        read(present(name), name)
    }

    /// A member of a partial change: left alone, cleared or set.
    public mutating func change<T: FieldValue>(_ name: String, as type: T.Type = T.self) -> Change<T> {
        switch members[name] {
        case nil: .keep
        case .null: .clear
        case let json?: .set(read(json, name) ?? T.standIn)
        }
    }

    /// Text without the blanks around it, whose length is within `length`. Lengths are counted in code points,
    /// as PostgreSQL's `char_length` does, so that a text that passes here passes there.
    public mutating func text(_ name: String, _ length: ClosedRange<Int>) -> String {
        text(required(name), name, length) ?? ""
    }

    /// Text that may be missing or null; text of blanks alone counts as missing.
    public mutating func optionalText(_ name: String, _ length: ClosedRange<Int>) -> String? {
        if case .string(let text) = members[name], text.allSatisfy(\.isWhitespace) { return nil }
        return text(present(name), name, length)
    }

    /// Text that is taken exactly as it is, such as a password.
    public mutating func secret(_ name: String, _ length: ClosedRange<Int>) -> String {
        guard let text: String = read(required(name), name) else { return "" }
        check(length.contains(text.unicodeScalars.count), name, words(for: length))
        return text
    }

    /// A whole number within `range`.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int {
        guard let number: Int = read(required(name), name) else { return range.lowerBound }
        check(range.contains(number), name, "must be between \(range.lowerBound) and \(range.upperBound)")
        return number
    }

    /// A list of at most `limit` values; a missing one is empty.
    public mutating func list<T: FieldValue>(_ name: String, limit: Int, of type: T.Type = T.self) -> [T] {
        elements(name, limit: limit).enumerated().map { index, json in read(json, "\(name)/\(index)") ?? T.standIn }
    }

    /// An object that must be there.
    public mutating func object<T: RequestBody>(_ name: String, as type: T.Type = T.self) -> T {
        nested(required(name), name)
    }

    /// An object that may be missing or null.
    public mutating func optionalObject<T: RequestBody>(_ name: String, as type: T.Type = T.self) -> T? {
        present(name).map { nested($0, name) }
    }

    /// A list of at most `limit` objects; a missing one is empty.
    public mutating func objects<T: RequestBody>(_ name: String, limit: Int, of type: T.Type = T.self) -> [T] {
        elements(name, limit: limit).enumerated().map { index, json in nested(json, "\(name)/\(index)") }
    }

    /// A rule that a type alone cannot say.
    public mutating func check(_ condition: Bool, _ name: String, _ detail: String) {
        if !condition { fail(name, detail) }
    }

    /// Throws 422 with every fault met so far.
    public func finish() throws(Problem) { try validation.finish() }

    private func present(_ name: String) -> JSON? {
        guard let json = members[name], json != .null else { return nil }
        return json
    }

    private mutating func required(_ name: String) -> JSON? {
        let json = present(name)
        if json == nil { fail(name, "is required") }
        return json
    }

    private mutating func read<T: FieldValue>(_ json: JSON?, _ name: String) -> T? {
        guard let json else { return nil }
        do throws(FieldFault) { return try T(json: json) } catch {
            fail(name, error.detail)
            return nil
        }
    }

    private mutating func text(_ json: JSON?, _ name: String, _ length: ClosedRange<Int>) -> String? {
        guard let raw: String = read(json, name) else { return nil }
        let start = raw.firstIndex { !$0.isWhitespace } ?? raw.endIndex
        let end = raw.lastIndex { !$0.isWhitespace }.map(raw.index(after:)) ?? start
        let text = String(raw[start..<end])
        check(length.contains(text.unicodeScalars.count), name, words(for: length))
        return text
    }

    private func words(for length: ClosedRange<Int>) -> String {
        "must have \(length.lowerBound) to \(length.upperBound) characters"
    }

    private mutating func elements(_ name: String, limit: Int) -> [JSON] {
        guard let json = present(name) else { return [] }
        guard case .array(let elements) = json else {
            fail(name, "must be a list")
            return []
        }
        check(elements.count <= limit, name, "must have at most \(limit) entries")
        return elements.count <= limit ? elements : []
    }

    private mutating func nested<T: RequestBody>(_ json: JSON?, _ name: String) -> T {
        var inner = Fields([:], at: path(name))
        if case .object(let members)? = json { inner = Fields(members, at: path(name)) }
        let value = T(&inner)
        switch json {
        case .object: for error in inner.validation.errors { validation.fail(error.pointer, error.detail) }
        // A missing object is one fault, not one for each of its members.
        case nil: break
        default: fail(name, "must be an object")
        }
        return value
    }

    private mutating func fail(_ name: String, _ detail: String) { validation.fail(path(name), detail) }

    private func path(_ name: String) -> String { "\(pointer)/\(name)" }
}

/// What a partial change says about one field.
public enum Change<Value: Sendable>: Sendable {
    case keep, clear
    case set(Value)
}

extension Change: Equatable where Value: Equatable {}
