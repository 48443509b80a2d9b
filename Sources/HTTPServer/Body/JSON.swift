/// A JSON text as it was read (RFC 8259).
public enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The digits as they were sent: money must not pass through a binary fraction.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Deeper nesting is refused.
    public static let maximumDepth = 32

    /// Reads one JSON text.
    ///
    /// Throws 400 with the byte offset for anything else than JSON: broken UTF-8, a name that occurs twice,
    /// nesting deeper than `maximumDepth`, bytes after the end.
    public init(_ bytes: [UInt8]) throws(Problem) {
        do {
            self = try bytes.withUnsafeBufferPointer { bytes throws(JSONParser.Fault) in
                var parser = JSONParser(bytes)
                return try parser.parse()
            }
        } catch {
            throw Problem(400, title: "The body is not valid JSON", detail: "\(error.reason) at byte \(error.offset).")
        }
    }
}
