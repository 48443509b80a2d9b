/// One job in a list.
struct JobRow: Sendable {
    var key: String
    var kind: String
    var mark: HTML
    /// "ocr, 3 of 3 attempts, died today, 14:05"
    var words: String
    /// Only of what failed or was given up.
    var reason: String?
    var canRetry = false

    func html(_ csrf: CSRFToken) -> HTML {
        """
        <li class=job><span><a class=name href="/administration/jobs/\(key)">\(kind)</a><br><span class="quiet small">\(words)</span></span>\
        \(canRetry ? button("Retry", "/administration/jobs/\(key)/retry", csrf, class: "button chip", confirming: "Retry \(kind), \(words)") : mark)\
        \(reason.map { "<p class=reason>\($0)</p>" as HTML })</li>
        """
    }
}
