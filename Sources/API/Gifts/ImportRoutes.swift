public import Household
public import HTTPServer
import Secrets
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addGiftImports() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/imports", body: .buffered(upTo: SeparatedText.largestBytes + 1000), importGifts)
    }
}

@Sendable private func importGifts(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), occasion: Occasion.ID = try path.id("occasion")
    let currency = try await context.store.occasion(occasion, as: caller).occasion.currency
    guard request.mediaType == "text/csv" else {
        throw Problem(415, title: "The body must be a table", detail: "Send it with Content-Type: text/csv.")
    }
    guard let text = String(validating: request.body, as: UTF8.self) else {
        throw Problem.invalid([.init("", "must be text in UTF-8")])
    }
    var mark: DecimalMark?
    if let said = request.query["decimalMark"] {
        guard let known = DecimalMark(said) else { throw Problem.invalid([.init("/decimalMark", "must be point or comma")]) }
        mark = known
    }
    let sheet = try GiftSheet(text, currency: currency, mark: mark)
    let isPreview = request.query["preview"] == "true"
    let taken = try await context.store.importGifts(
        sheet, to: occasion, isPreview: isPreview, identify: { [secret = context.linkSecret] in secret.identifier(of: "import\n\($0)") }, as: caller)
    return .json(isPreview ? 200 : 201, taken)
}

extension Problem {
    init(_ refusal: GiftSheet.Refusal) {
        let type =
            switch refusal {
            case .ambiguousMark: "/problems/ambiguous-decimal-mark"
            case .mixedMarks, .missing, .unreadable: "/problems/unreadable-table"
            }
        self = Problem(422, type: type, title: "The table cannot be taken as it is", detail: "The table \(refusal.words).")
    }
}

extension GiftImport: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("decimalMark", mark?.rawValue)
            $0.field("added", added.count)
            $0.field("refused", refused)
            $0.field("lines", lines.map { LineAnswer(line: $0, currency: currency) })
        }
    }
}

private struct LineAnswer: JSONValue {
    let line: GiftImport.Line
    let currency: Currency

    func write(to json: inout JSONWriter) {
        let row = line.row
        json.object {
            $0.field("line", row.line)
            $0.field("recipient", row.recipient)
            $0.field("name", row.name)
            $0.field("estimate", row.estimate.map { Money(minor: $0, currency: currency) })
            $0.field("paid", row.paid.map { Money(minor: $0, currency: currency) })
            $0.field("outcome", line.outcome.word)
            $0.field("errors", line.outcome.errors)
        }
    }
}

extension GiftImport.Outcome {
    static let words = ["added", "known", "alike", "refused"]

    fileprivate var word: String {
        switch self {
        case .added: "added"
        case .known: "known"
        case .alike: "alike"
        case .refused: "refused"
        }
    }

    fileprivate var errors: [ColumnError] {
        guard case .refused(let problems) = self else { return [] }
        return problems.sorted { $0.key.rawValue < $1.key.rawValue }.map { ColumnError(column: $0.key.rawValue, detail: $0.value) }
    }
}

private struct ColumnError: JSONValue {
    let column: String
    let detail: String

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("column", column)
            $0.field("detail", detail)
        }
    }
}
