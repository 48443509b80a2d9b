/// The statements prepared on one connection, by shape; the least recently used makes place for a new one.
struct StatementCache {
    /// The literals a statement is made of. They are compared by address, which never joins two different texts and
    /// spares the rendering of a text that is prepared already.
    struct Shape: Hashable {
        private let addresses: [UInt]

        init(_ sql: SQL) {
            addresses = sql.pieces.map { piece in
                guard let piece else { return 0 }
                return piece.hasPointerRepresentation ? UInt(bitPattern: piece.utf8Start) : ~UInt(piece.unicodeScalar.value)
            }
        }
    }

    private struct Entry {
        var name: String
        var used: Int
    }

    private let limit: Int
    private var entries: [Shape: Entry] = [:]
    private var clock = 0

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// The name of the prepared statement, or nil where it is not prepared.
    mutating func name(of shape: Shape) -> String? {
        clock += 1
        guard let index = entries.index(forKey: shape) else { return nil }
        entries.values[index].used = clock
        return entries.values[index].name
    }

    /// A name for a statement about to be prepared, and that of the statement it drives out.
    mutating func add(_ shape: Shape) -> (name: String, evicted: String?) {
        clock += 1
        var evicted: String?
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            evicted = oldest.value.name
            entries[oldest.key] = nil
        }
        let name = "s\(clock)"
        entries[shape] = Entry(name: name, used: clock)
        return (name, evicted)
    }

    mutating func remove(_ shape: Shape) { entries[shape] = nil }
}
