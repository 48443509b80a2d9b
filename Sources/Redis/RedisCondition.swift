/// What a server says of itself: the sections `memory` and `persistence` of its INFO.
public struct RedisCondition: Sendable, Equatable {
    /// False where the next write would be refused: its memory is full, or it cannot write its file any more.
    public let takesWrites: Bool

    /// - Parameter info: lines of `name:value`; what is missing counts as well.
    public init(info: String) {
        var values: [Substring: Substring] = [:]
        for line in info.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            values[line[..<colon]] = line[line.index(after: colon)...]
        }
        let limit = values["maxmemory"].flatMap { Int($0) } ?? 0, used = values["used_memory"].flatMap { Int($0) } ?? 0
        takesWrites = (limit == 0 || used < limit) && values["aof_last_write_status"] != "err"
    }
}

extension RedisConnection {
    /// Changes nothing there.
    public func condition(timeout: Duration = defaultTimeout) async throws(RedisError) -> RedisCondition {
        let sections = try await pipeline([["INFO", "memory"], ["INFO", "persistence"]], timeout: timeout)
        return RedisCondition(info: sections.compactMap(\.text).joined(separator: "\n"))
    }
}
