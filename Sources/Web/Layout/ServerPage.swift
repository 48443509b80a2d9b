/// A page about the server itself, for its administrator: no household is around it.
struct ServerPage: Sendable {
    var title: String
    /// Where "back" goes, and its name.
    var back: (path: String, label: String)
    /// Beside the heading, such as the state of a job.
    var beside: HTML?
    var main: HTML

    func html(in frame: DoorFrame) -> HTML {
        let body: HTML = """
            <header class=top><a class=wordmark href="/">Mantel</a><span class="quiet small">This server</span></header>\
            <main id=main tabindex=-1>\(frame.flash?.html)<a class=crumb href="\(back.path)">\(Icon.back.html("small"))\(back.label)</a>\
            <div class=title><h1>\(title)</h1>\(beside)</div>\(main)</main>
            """
        return document(
            "\(title) · Mantel", frame.assets, frame.theme, bodyClass: "server", stream: nil, reloadsAfter: nil, usesHTMX: false, body)
    }
}
