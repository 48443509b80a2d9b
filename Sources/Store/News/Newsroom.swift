import Foundation
public import Household

/// Hands the news of this process to the streams that wait for it, each its own account's alone.
public actor Newsroom {
    /// Streams that one account may have open: a few people's tabs and devices.
    public static let largestAudience = 20
    /// A stream this far behind is ended; its reader connects again and looks.
    public static let longestBacklog = 64

    private var readers: [Account.ID: [UUID: AsyncStream<News>.Continuation]] = [:]

    public init() {}

    /// News from now on, until the reader stops; nil where the account has too many streams open. It also ends
    /// where news may have been missed: connect again and look.
    public func news(for account: Account.ID) -> AsyncStream<News>? {
        guard readers[account, default: [:]].count < Self.largestAudience else { return nil }
        let (news, reader) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingOldest(Self.longestBacklog))
        let id = UUID()
        readers[account, default: [:]][id] = reader
        reader.onTermination = { [weak self] _ in Task { await self?.forget(id, of: account) } }
        return news
    }

    func publish(_ news: News) {
        for reader in readers[news.account, default: [:]].values {
            if case .dropped = reader.yield(news) { reader.finish() }
        }
    }

    /// Ends every stream: something may have been missed.
    func dismiss() {
        for reader in readers.values.flatMap(\.values) { reader.finish() }
    }

    private func forget(_ id: UUID, of account: Account.ID) {
        readers[account]?[id] = nil
        if readers[account]?.isEmpty == true { readers[account] = nil }
    }
}
