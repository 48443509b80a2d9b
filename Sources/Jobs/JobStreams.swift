import Foundation
public import Redis

/// Where the ids of jobs are handed from the relay to the workers: one Redis stream a queue, with one
/// consumer group. Nothing else is kept in Redis.
public struct JobStreams: Sendable {
    static let group = "workers"

    var address: RedisAddress
    private var prefix: String

    /// - Parameter prefix: tells installations apart that share one server.
    public init(_ address: RedisAddress, prefix: String = "mantel") {
        self.address = address
        self.prefix = prefix
    }

    /// Braces keep whatever belongs to one queue in one slot of a cluster.
    func key(_ queue: String) -> String { "\(prefix):{\(queue)}" }

    func add(_ id: UUID, to queue: String) -> RedisCommand { ["XADD", key(queue), "*", "id", id.uuidString.lowercased()] }

    /// Asks how long ago the entry that will be read next was added, in milliseconds; 0 where none waits.
    func frontAge(_ queue: String) -> RedisCommand { ["EVAL", Self.frontAge, "1", key(queue), Self.group] }

    private static let frontAge = """
        if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
        local last = '0-0'
        for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
            local g = {}
            for i = 1, #fields, 2 do g[fields[i]] = fields[i + 1] end
            if g.name == ARGV[1] then last = g['last-delivered-id'] end
        end
        local next = redis.call('XRANGE', KEYS[1], '(' .. last, '+', 'COUNT', 1)[1]
        if not next then return 0 end
        local now = redis.call('TIME')
        return math.max(0, now[1] * 1000 + math.floor(now[2] / 1000) - tonumber(next[1]:match('%d+')))
        """

    /// Acknowledges and deletes together: an entry that is only acknowledged stays in memory, one that is
    /// only deleted stays pending.
    func remove(_ entries: [String], from queue: String) -> [RedisCommand] {
        entries.isEmpty ? [] : [
            RedisCommand(["XACK", key(queue), Self.group] + entries),
            RedisCommand(["XDEL", key(queue)] + entries),
        ]
    }

    /// From 0, not from the end: entries that came before the group are for it.
    func createGroup(_ queue: String) -> RedisCommand { ["XGROUP", "CREATE", key(queue), Self.group, "0", "MKSTREAM"] }
}

/// One entry of a stream: its own id, and the job that it names.
struct StreamEntry: Sendable, Equatable {
    var entry: String
    /// Nil where the entry is not one of ours.
    var job: UUID?

    /// Reads `[[entry, [field, value…]], …]`; what was deleted meanwhile comes as null and is left out.
    static func list(_ reply: Reply) -> [StreamEntry] {
        reply.elements.compactMap { item in
            guard item.elements.count == 2, let entry = item.elements[0].text else { return nil }
            let fields = item.elements[1].elements
            let job = fields.count >= 2 && fields[0].text == "id" ? fields[1].text.flatMap { UUID(uuidString: $0) } : nil
            return StreamEntry(entry: entry, job: job)
        }
    }
}
