/// The secret that ties a form to the session it was rendered for.
struct CSRFToken: Sendable {
    static let fieldName = "_csrf"
    var value: String

    var field: HTML { #"<input type=hidden name=_csrf value="\#(value)">"# }
}

/// What someone typed and what of it was refused, so that a refused form comes back with nothing lost.
struct Entries: Sendable {
    var values: [String: String] = [:]
    /// By field name: what is wrong, as words that go on after the field's label or stand alone.
    var errors: [String: String] = [:]
    /// What is wrong with the whole.
    var problem: String?

    static let empty = Entries()

    init(values: [String: String] = [:], errors: [String: String] = [:], problem: String? = nil) {
        self.values = values
        self.errors = errors
        self.problem = problem
    }

    var hasErrors: Bool { problem != nil || !errors.isEmpty }
}

/// The only way to make a form: it posts, and carries the token.
func form(_ action: String, _ csrf: CSRFToken, class name: String? = "fields", multipart: Bool = false, _ content: HTML) -> HTML {
    """
    <form method=post action="\(action)"\(attribute: "class", name)\(" enctype=multipart/form-data", if: multipart)>\
    \(csrf.field)\(content)</form>
    """
}

/// A form that is only a button.
func button(_ label: String, _ action: String, _ csrf: CSRFToken, class name: String = "button", confirming description: String? = nil) -> HTML {
    form(action, csrf, class: nil, #"<button class="\#(name)"\#(attribute: "aria-label", description)>\#(label)</button>"#)
}

/// The words above a form that was refused as a whole or in parts.
func problemBanner(_ entries: Entries) -> HTML? {
    guard entries.hasErrors else { return nil }
    let words = entries.problem ?? (entries.errors.count == 1 ? "One thing needs another look." : "Some things need another look.")
    return "<p class=\"wrong\" role=alert>\(Icon.warning.html("small"))\(words)</p>"
}

/// A label with its control, its hint and what was refused, tied together.
struct Field: Sendable {
    enum Kind: Sendable {
        case text, email, password, date, time, url, area
        /// An amount in a currency with this sign before it.
        case amount(symbol: String)
        case choice([Choice])
    }

    struct Choice: Sendable {
        var value: String
        var label: String
        init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
    }

    var name: String
    var label: String
    var kind: Kind = .text
    var hint: String?
    /// What stands there before anyone typed.
    var value: String?
    var isRequired = true
    var autocomplete: String?
    var isUnsure = false
    /// Characters; the server checks again.
    var limit = 200

    init(
        _ name: String, _ label: String, _ kind: Kind = .text, hint: String? = nil, value: String? = nil, required: Bool = true,
        autocomplete: String? = nil, limit: Int = 200, unsure: Bool = false
    ) {
        (self.name, self.label, self.kind, self.hint, self.value) = (name, label, kind, hint, value)
        (isRequired, self.autocomplete, self.limit, isUnsure) = (required, autocomplete, limit, unsure)
    }

    /// - Parameters:
    ///   - scope: sets this form's fields apart from those of the same name elsewhere on the page.
    ///   - before: goes between label and control, such as the strip of the photo.
    ///   - after: goes below the control, such as other readings.
    func html(_ entries: Entries = .empty, scope: String = "f", before: HTML? = nil, after: HTML? = nil) -> HTML {
        let id = "\(scope)-\(name)"
        let error = entries.errors[name].map(Self.sentence)
        var described: [String] = []
        if hint != nil { described.append("\(id)-hint") }
        if error != nil { described.append("\(id)-error") }
        return """
            <div class="field\(" unsure", if: isUnsure)"><label for="\(id)">\(label)\(isRequired || isChoice ? nil : optional)</label>\(before)\
            \(control(id, entries.values[name] ?? value ?? "", describedBy: described.joined(separator: " "), invalid: error != nil))\
            \(hint.map { "<p class=hint id=\"\(id)-hint\">\($0)</p>" as HTML })\
            \(error.map { "<p class=wrong id=\"\(id)-error\">\(Icon.warning.html("small"))\($0)</p>" as HTML })\(after)</div>
            """
    }

    /// The rules say what is wrong as the end of a sentence ("is empty: …"); pages say it whole.
    private static func sentence(_ error: String) -> String { error.first?.isLowercase == true ? "This \(error)" : error }

    private var optional: HTML { " <span class=hint>if you like</span>" }
    private var isChoice: Bool { if case .choice = kind { true } else { false } }

    private func control(_ id: String, _ value: String, describedBy: String, invalid: Bool) -> HTML {
        let common: HTML = """
            id="\(id)" name="\(name)"\(attribute: "aria-describedby", describedBy.isEmpty ? nil : describedBy)\
            \(" aria-invalid=true", if: invalid)\(" required", if: isRequired)\(attribute: "autocomplete", autocomplete)
            """
        switch kind {
        case .text: return #"<input type=text \#(common) maxlength=\#(limit) value="\#(value)" dir=auto>"#
        case .email: return #"<input type=email \#(common) maxlength=254 value="\#(value)">"#
        case .password: return "<input type=password \(common) maxlength=\(limit)>"
        case .date: return #"<input type=date \#(common) value="\#(value)">"#
        case .time: return #"<input type=time \#(common) value="\#(value)">"#
        case .url: return #"<input type=url \#(common) maxlength=2000 value="\#(value)">"#
        case .area: return "<textarea \(common) maxlength=\(limit) rows=3 dir=auto>\n\(value)</textarea>"
        case .amount(let symbol):
            return #"<div class=amount><span>\#(symbol)</span><input type=text inputmode=decimal \#(common) maxlength=40 value="\#(value)"></div>"#
        case .choice(let choices):
            let options = choices.map { #"<option value="\#($0.value)"\#(" selected", if: $0.value == value)>\#($0.label)</option>"# as HTML }
            return "<select \(common)>\(options)</select>"
        }
    }
}

/// The one berry button of a screen.
func mainButton(_ label: String) -> HTML { "<button class=\"button main wide\">\(label)</button>" }
