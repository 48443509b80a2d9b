import Household
import HTTPServer
import Secrets
import Store

extension Router<WebContext> {
    mutating func addGiftImports() {
        page("/h/:household/occasions/:occasion/import") { room, path in try await ImportHandlers(room: room, path).show() }
        form("/h/:household/occasions/:occasion/import", body: .buffered(upTo: ImportHandlers.largestForm)) { room, form, path in
            try await ImportHandlers(room: room, path).take(form)
        }
    }
}

/// A sheet of gifts from what was chosen, over a preview, to the list.
struct ImportHandlers: Sendable {
    /// Bytes of a form: a sheet and somewhat more, so that one that is too large is told by how much.
    static let largestForm = SeparatedText.largestBytes * 2

    let room: Room
    let occasion: Occasion.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        occasion = try path.id("occasion")
    }

    func show(_ entries: Entries = .empty) async throws -> HTTPResponse {
        let place = try await room.store.occasion(occasion, as: room.caller).occasion
        let page = ImportPage(key: "\(occasion)", occasion: place.name, entries: entries)
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    /// Shows what would happen; with `take` it happens. The sheet travels in the form, so nothing is kept until then.
    func take(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let place = try await room.store.occasion(occasion, as: room.caller).occasion
        let text = try sheetText(&form)
        guard form.isSound else { return try await show(form.entries) }
        let sheet: GiftSheet
        do throws(GiftSheet.Refusal) { sheet = try GiftSheet(text, currency: place.currency, mark: DecimalMark(form["mark"])) } catch {
            form.fill("sheet", text)
            form.refuse(error == .ambiguousMark || error == .mixedMarks ? "mark" : "sheet", "The table \(error.words).")
            return try await show(form.entries)
        }
        let isPreview = !form.has("take")
        do {
            let taken = try await room.store.importGifts(
                sheet, to: occasion, isPreview: isPreview, identify: { [secret = room.context.linkSecret] in secret.identifier(of: "import\n\($0)") },
                as: room.caller)
            guard isPreview else { return room.see("/gifts?occasion=\(occasion)", saying: .added) }
            return room.page(
                ImportPreviewPage(key: "\(occasion)", occasion: place.name, sheet: text, mark: DecimalMark(form["mark"]), taken: taken).html(in: room.frame))
        } catch StoreError.conflict(_, let detail) {
            form.fill("sheet", text)
            form.refuseAll(detail)
            return try await show(form.entries)
        }
    }

    /// The chosen file, else what was pasted.
    private func sheetText(_ form: inout FormReader) throws -> String {
        let file = room.visit.request.mediaType == "multipart/form-data" ? try Multipart(room.visit.request)["file"] : nil
        if let file, !file.bytes.isEmpty {
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                form.refuse("file", "is no text in UTF-8: save it as CSV first")
                return ""
            }
            return text
        }
        if form["sheet"].allSatisfy(\.isWhitespace) { form.refuse("sheet", "is empty: paste the table, or choose its file") }
        return form["sheet"]
    }
}
