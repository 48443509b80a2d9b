/// A request's body, piece by piece as it arrives, for one reader. While the reader is behind, the client waits.
///
/// Throws 413 past the plan's limit and 400 where the client leaves before the end: a body that was cut off
/// never looks like a whole one.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) { self.exchange = exchange }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let exchange: Exchange

        public mutating func next() async throws(Problem) -> [UInt8]? { try await exchange.nextPiece() }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Problem) -> [UInt8]? {
            try await exchange.nextPiece()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(exchange: exchange) }
}
