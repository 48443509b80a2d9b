/// Every notice of this viewer, newest first. A failure stays until it is dismissed.
struct NoticesPage: Sendable {
    struct Notice: Sendable {
        var key: String
        var card: NoticeCard
        /// "today, 14:05"
        var when: String
        var isRead: Bool
    }

    var notices: [Notice]
    var settings: NoticeSettings

    func html(in frame: Frame) -> HTML {
        Page(title: "Notices", tab: nil, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML { "\(list(frame))\(settings.html(in: frame))" }

    private func list(_ frame: Frame) -> HTML {
        guard !notices.isEmpty else {
            return EmptyState(drawing: .quiet, title: "All quiet", words: "When a budget goes over or a photo is ready, you read it here.").html
        }
        return """
            <ul class=snug>\(notices.map { card($0, frame) })</ul>\
            \(notices.contains { !$0.isRead } ? frame.button("Mark all as read", "/notices/reading", class: "button wide") : nil)
            """
    }

    private func card(_ notice: Notice, _ frame: Frame) -> HTML {
        var card = notice.card
        card.when = notice.when
        if !notice.isRead {
            card.action = frame.button("Done", "/notices/\(notice.key)/reading", class: "button chip", confirming: "Done: \(card.lead)")
        }
        return card.html
    }
}
