// JSON written down in Swift: `["name": "Ann", "age": 7, "tags": []]`.

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral number: Int) { self = .number(String(number)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// - Precondition: no name occurs twice.
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(Dictionary(uniqueKeysWithValues: members)) }
}
