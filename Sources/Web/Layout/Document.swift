/// A page of a household: its main part within bar, header and document.
struct Page: Sendable {
    var title: String
    var tab: Tab?
    /// Where "back" goes, and its name.
    var back: (rest: String, label: String)?
    /// Beside the heading, such as a tag.
    var beside: HTML?
    /// A page that waits reloads itself where scripts are off, in seconds.
    var reloadsAfter: Int?
    /// Parts of this page ask for themselves again; the others do without the library.
    var usesHTMX = false
    var main: HTML

    func html(in frame: Frame) -> HTML {
        let body: HTML = """
            <header class=top><a class=wordmark href="\(frame.path(""))">\(frame.household.name)</a>\
            \(frame.administers ? serverLink : nil)<a class=bell href="\(frame.path("/notices"))" aria-label="\(bellLabel(frame))" data-bell>\(Icon.bell.html())\
            \(frame.unread > 0 ? "<b aria-hidden=true>\(min(frame.unread, 99))</b>" : nil)</a></header>\
            <nav class=bar aria-label=Main><ul>\(Tab.allCases.map { item($0, frame) })</ul></nav>\
            <main id=main tabindex=-1>\(frame.flash?.html)\(backLink(frame))<div class=title><h1>\(title)</h1>\(beside)</div>\(main)</main>
            """
        return document(
            "\(title) · \(frame.household.name)", frame.assets, frame.theme, bodyClass: nil, stream: frame.stream, reloadsAfter: reloadsAfter,
            usesHTMX: usesHTMX, body)
    }

    private var serverLink: HTML { #"<a class=corner href="/administration/jobs" aria-label="Jobs of this server">\#(Icon.server.html())</a>"# }

    private func bellLabel(_ frame: Frame) -> String {
        frame.unread > 0 ? "Notices, \(frame.unread) new" : "Notices"
    }

    private func item(_ tab: Tab, _ frame: Frame) -> HTML {
        """
        <li\(" class=scan", if: tab == .scan)><a href="\(frame.path(tab.rest))"\(" aria-current=page", if: tab == self.tab)>\
        \(tab.icon.html())<span>\(tab.label)</span></a></li>
        """
    }

    private func backLink(_ frame: Frame) -> HTML? {
        back.map { #"<a class=crumb href="\#(frame.path($0.rest))">\#(Icon.back.html("small"))\#($0.label)</a>"# }
    }
}

/// A page outside any household: sign-in, invitation, errors.
struct DoorPage: Sendable {
    var title: String
    var main: HTML

    func html(in frame: DoorFrame) -> HTML {
        let body: HTML = """
            <main id=main tabindex=-1><a class=wordmark href="/">\(mark)Mantel</a>\(frame.flash?.html)<h1>\(title)</h1>\(main)</main>
            """
        return document("\(title) · Mantel", frame.assets, frame.theme, bodyClass: "door", stream: nil, reloadsAfter: nil, usesHTMX: false, body)
    }

    private var mark: HTML {
        """
        <svg class="icon large" viewBox="0 0 24 24" aria-hidden=true><path d="M2.5 6h19M4.5 6v14.5h3.7V15a3.8 3.8 0 0 1 7.6 0v5.5h3.7V6M8 3h8"/></svg>
        """
    }
}

func document(
    _ title: String, _ assets: AssetPaths, _ theme: Theme, bodyClass: String?, stream: String?, reloadsAfter: Int?,
    usesHTMX: Bool, _ body: HTML
) -> HTML {
    """
    <!doctype html><html lang=en\(attribute: "data-theme", theme == .system ? nil : theme.rawValue)><head><meta charset=utf-8>\
    <meta name=viewport content="width=device-width,initial-scale=1,viewport-fit=cover"><title>\(title)</title>\
    <link rel=stylesheet href="\(assets["mantel.css"])">\(preloads(assets))\
    <link rel=icon type=image/svg+xml href="\(assets["icon.svg"])"><link rel=manifest href="\(assets["manifest.webmanifest"])">\
    \(scripts(assets, usesHTMX: usesHTMX))\(reloadsAfter.map { "<noscript><meta http-equiv=refresh content=\($0)></noscript>" as HTML })</head>\
    <body\(attribute: "class", bodyClass)\(attribute: "data-stream", stream)><a class=skip href=#main>Skip to content</a>\
    \(body.definitionMarkup.isEmpty ? nil : "<svg class=definitions aria-hidden=true>\(body.definitionMarkup)</svg>")\(body)</body></html>
    """
}

private func preloads(_ assets: AssetPaths) -> [HTML] {
    ["bricolage.woff2", "figtree.woff2"].filter(assets.has).map {
        #"<link rel=preload as=font type=font/woff2 crossorigin href="\#(assets[$0])">"#
    }
}

/// `mantel.js` comes first: it makes the Trusted Types policy that htmx needs.
private func scripts(_ assets: AssetPaths, usesHTMX: Bool) -> HTML {
    let own: HTML = #"<script type=module src="\#(assets["mantel.js"])"></script>"#
    guard usesHTMX, assets.has("htmx.min.js") else { return own }
    return """
        <meta name=htmx-config content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true}'>\(own)\
        <script defer src="\(assets["htmx.min.js"])"></script>
        """
}
