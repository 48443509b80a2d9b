import Household
import HTTPServer
import ServiceKit
import Store

extension Router<APIContext> {
    mutating func addStream() {
        on("GET", "/api/v1/stream", stream)
    }
}

/// The caller's own news as it happens. A stream only brings news sooner: whoever connects, also again, looks at
/// the lists first.
@Sendable private func stream(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let account = try await context.store.account(key).id
    guard let news = await context.newsroom.news(for: account) else {
        throw Problem(429, type: "/problems/too-many-streams", title: "Too many event streams are open", detail: "Close another first.")
    }
    let events = news.map { await StreamedNews($0, key: key, store: context.store) }.prefix { !$0.isLast }.compactMap(\.event)
    return EventStream.response(events)
}

/// What a stream makes of one piece of news: it is read as its reader at this moment, so that a session that is over,
/// or a person who has left, is told nothing more.
private struct StreamedNews: Sendable {
    var event: EventStream.Event?
    /// The session is over.
    var isLast = false

    init(_ news: News, key: SessionKey, store: Store) async {
        let caller = Caller.session(key, in: news.household)
        do {
            switch news.subject {
            case .scan(let id):
                let scan = ScanAnswer(scan: try await store.scan(id, as: caller))
                event = Self.event("scan", news) { scan.writeState(to: &$0) }
            case .notice(let id):
                let notice = try await store.notice(id, as: caller)
                event = Self.event("notice", news) { notice.writeFields(to: &$0) }
            }
        } catch StoreError.signedOut {
            isLast = true
        } catch StoreError.notFound {
            // Deleted meanwhile, or no longer the reader's.
        } catch {
            // The reader connects again and looks.
            Logger.current.log(.warning, "a piece of news cannot be read", ["error": String(reflecting: error)])
            isLast = true
        }
    }

    private static func event(_ name: String, _ news: News, _ fields: (inout JSONWriter) -> Void) -> EventStream.Event {
        var json = JSONWriter()
        json.object {
            $0.field("household", news.household)
            fields(&$0)
        }
        return EventStream.Event(name, data: String(decoding: json.bytes, as: UTF8.self), id: String(news.id))
    }
}
