import Household
import HTTPServer
import ServiceKit
import Store

/// A household as one member sees it, written piece by piece as the reader takes it.
///
/// No transaction is held open for a slow reader: each piece is of the moment in which it is asked for.
actor HouseholdCopy {
    static let format = "mantel household copy"
    static let version = 1

    private static let ledgerPage = 1000
    private static let eventPage = 500
    /// What was read off pictures is long.
    private static let scanPage = 25
    /// The newest; more than anybody has.
    private static let largestNotices = 10_000

    private enum Piece {
        case text(String)
        case head, recipients, categories, occasions, notices
        case occasion(OccasionView)
        case ledger(Occasion.ID, after: LedgerEntry.ID?)
        case events(after: Event.ID?)
        case scans(after: ScanView.ID?)
    }

    private let household: HouseholdView
    private let store: Store
    private let caller: Caller
    /// The next one is the last.
    private var pieces: [Piece]

    init(_ household: HouseholdView, of store: Store, as caller: Caller) {
        self.household = household
        self.store = store
        self.caller = caller
        pieces = [
            .head, .text(",\"recipients\":["), .recipients, .text("],\"categories\":["), .categories, .text("],\"occasions\":["), .occasions,
            .text("],\"events\":["), .events(after: nil), .text("],\"scans\":["), .scans(after: nil), .text("],\"notices\":["), .notices,
            .text("],\"complete\":true}\n"),
        ].reversed()
    }

    /// The next bytes; nil at the end. Where the answer cannot go on it ends without its end, and is no JSON.
    func next() async -> [UInt8]? {
        do {
            while let piece = pieces.popLast() {
                let bytes = try await bytes(of: piece)
                if !bytes.isEmpty { return bytes }
            }
            return nil
        } catch {
            pieces = []
            Logger.current.log(.warning, "a member's copy of a household was cut short", ["error": String(reflecting: error)])
            return nil
        }
    }

    private func bytes(of piece: Piece) async throws -> [UInt8] {
        switch piece {
        case .text(let text): return Array(text.utf8)
        case .head:
            var json = JSONWriter()
            json.object {
                $0.field("format", Self.format)
                $0.field("version", Self.version)
                $0.field("household", household)
            }
            return json.bytes.dropLast()
        case .recipients:
            let notes = try await store.recipientNotes(as: caller)
            return list(try await store.recipients(as: caller).map { CopiedRecipient(recipient: $0, notes: notes[$0.id], viewer: household.me) })
        case .categories:
            var copied: [CopiedCategory] = []
            for view in try await store.categories(in: nil, as: caller) {
                copied.append(CopiedCategory(view: view, entries: try await store.entries(of: view.category.id, as: caller).map(EntryAnswer.init)))
            }
            return list(copied)
        case .occasions:
            for (index, view) in try await store.occasions(as: caller).enumerated().reversed() {
                pieces += [.text("]}"), .ledger(view.occasion.id, after: nil), .occasion(view)]
                if index > 0 { pieces.append(.text(",")) }
            }
            return []
        case .occasion(let view): return try await head(of: view)
        case .ledger(let occasion, let cursor):
            let page = try await store.ledger(of: occasion, after: cursor, limit: Self.ledgerPage, as: caller)
            if let next = page.next { pieces.append(.ledger(occasion, after: next)) }
            return list(page.entries, continues: cursor != nil)
        case .events(let cursor):
            let page = try await store.events(after: cursor, limit: Self.eventPage, as: caller)
            if page.count == Self.eventPage { pieces.append(.events(after: page.last?.event.id)) }
            return list(page.map { EventAnswer($0) }, continues: cursor != nil)
        case .scans(let cursor):
            let page = try await store.scans(after: cursor, limit: Self.scanPage, as: caller)
            if page.count == Self.scanPage { pieces.append(.scans(after: page.last?.id)) }
            let zone = household.profile.zone
            return list(try page.map { ScanAnswer(scan: $0, reading: try ScanReadingAnswer($0, zone: zone)) }, continues: cursor != nil)
        case .notices: return list(try await store.notices(limit: Self.largestNotices, unreadOnly: false, as: caller))
        }
    }

    /// All of an occasion up to the entries of its ledger, which follow.
    private func head(of view: OccasionView) async throws -> [UInt8] {
        let occasion = view.occasion.id
        let recipients = try await store.recipients(on: occasion, as: caller), categories = try await store.giftCategories(on: occasion, as: caller)
        let gifts = try await store.gifts(on: occasion, for: nil, as: caller), parts = try await store.contributions(on: occasion, as: caller)
        let transfers = try await store.settlement(of: occasion, as: caller)
        var json = JSONWriter()
        json.object {
            $0.field("occasion", view)
            $0.field("recipients", recipients)
            $0.field("categories", categories.map { GiftCategoryAnswer(view: $0) })
            $0.field("gifts", gifts)
            $0.field("contributions", parts.map(ContributionAnswer.init))
            $0.field("settlement", transfers)
        }
        return json.bytes.dropLast() + Array(",\"ledger\":[".utf8)
    }

    /// Elements of a list that is open, after others where it `continues`.
    private func list(_ items: [some JSONValue], continues: Bool = false) -> [UInt8] {
        guard !items.isEmpty else { return [] }
        var json = JSONWriter()
        json.array(items)
        return (continues ? [UInt8(ascii: ",")] : []) + json.bytes.dropFirst().dropLast()
    }
}

private struct CopiedRecipient: JSONValue {
    let recipient: Recipient
    let notes: String?
    let viewer: Member.ID

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", recipient.id)
            $0.field("name", recipient.name)
            $0.field("members", recipient.subjects)
            $0.field("secret", recipient.subjects.contains(viewer))
            $0.field("notes", notes)
        }
    }
}

private struct CopiedCategory: JSONValue {
    let view: CategoryView
    let entries: [EntryAnswer]

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", view.category.id)
            $0.field("name", view.category.name)
            $0.field("limit", view.limit)
            $0.field("entries", entries)
        }
    }
}
