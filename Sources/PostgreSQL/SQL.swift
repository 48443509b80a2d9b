/// SQL text whose interpolations are parameters, never text.
///
///     let open: SQL = "SELECT id FROM occasion WHERE household_id = \(household) AND archived_at IS NULL"
///
/// There is no way to make one from text that was not written in the source: literals are `StaticString`.
/// An `SQL` interpolated into another is spliced in with its parameters; placeholders are numbered only when
/// the text is rendered, so a `$1` within quotes of a literal stays what it is.
///
/// Statements are prepared once a connection, so keep the number of different shapes small: pass lists as one
/// array (`= ANY(\(ids))`), not as many parameters.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// Literal text, or nil where the next parameter stands.
    private(set) var pieces: [StaticString?]
    private(set) var parameters: [Parameter]

    public init(stringLiteral value: StaticString) {
        pieces = [value]
        parameters = []
    }

    public init(stringInterpolation interpolation: StringInterpolation) {
        pieces = interpolation.pieces
        parameters = interpolation.parameters
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [StaticString?] = []
        fileprivate var parameters: [Parameter] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(literal) }
        }

        /// A parameter. Its type is left to the server, which takes it from the column or from a cast: `\(id)::uuid`.
        /// nil is NULL.
        public mutating func appendInterpolation(_ value: (some SQLValue)?) {
            parameters.append(value?.parameter ?? .null)
            pieces.append(nil)
        }

        /// A fragment, with its parameters.
        public mutating func appendInterpolation(_ fragment: SQL) {
            pieces += fragment.pieces
            parameters += fragment.parameters
        }
    }

    public static func + (left: SQL, right: SQL) -> SQL {
        var sum = left
        sum.pieces += right.pieces
        sum.parameters += right.parameters
        return sum
    }

    /// What the server sees: the literals, with `$1`, `$2` … for the parameters.
    var text: String {
        var text = ""
        var number = 0
        for piece in pieces {
            if let piece {
                piece.withUTF8Buffer { text += String(decoding: $0, as: UTF8.self) }
            } else {
                number += 1
                text += "$\(number)"
            }
        }
        return text
    }
}

extension Sequence<SQL> {
    /// The fragments with `separator` between them, for filters: `conditions.joined(separator: " AND ")`.
    public func joined(separator: SQL) -> SQL {
        var joined: SQL?
        for fragment in self { joined = joined.map { $0 + separator + fragment } ?? fragment }
        return joined ?? ""
    }
}
