import PostgreSQL
public import ServiceKit

/// Brings the database's news to the newsroom, on one connection for the whole process.
public struct NewsWire: Service {
    private let conninfo: String
    private let newsroom: Newsroom

    public init(listening conninfo: String, for newsroom: Newsroom) {
        self.conninfo = conninfo
        self.newsroom = newsroom
    }

    public func run() async throws {
        for await event in Notifications(conninfo, channels: ["mantel_news"]).events() {
            switch event {
            case .resync: await newsroom.dismiss()
            case .notification(_, let payload): if let news = News(payload: payload) { await newsroom.publish(news) }
            }
        }
    }
}
