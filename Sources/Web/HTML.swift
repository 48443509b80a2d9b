import Household

/// Markup. What is interpolated is text and gets escaped; only literals in the source are markup.
///
///     let row: HTML = "<li title=\"\(gift.name)\">\(gift.name)</li>"
///
/// A `String` comes out safe as text and inside a double-quoted attribute; there is no way to pass one
/// through as markup. An `HTML` is spliced, an absent one is nothing, several are joined.
struct HTML: Sendable, Hashable {
    /// The markup as it goes on the wire.
    private(set) var text = ""

    /// What the page must define once for this fragment to show, such as the pattern behind a fill.
    private(set) var definitions: Set<String> = []

    init() {}

    /// This markup, which needs `definition` somewhere on the page.
    func defining(_ definition: HTML) -> HTML {
        var copy = self
        copy.definitions.insert(definition.text)
        return copy
    }

    /// Every definition this fragment needs, in a stable order.
    var definitionMarkup: HTML {
        var markup = HTML()
        markup.text = definitions.sorted().joined()
        return markup
    }

    var isEmpty: Bool { text.isEmpty }

    static func += (a: inout HTML, b: HTML) {
        a.text += b.text
        a.definitions.formUnion(b.definitions)
    }

    static func + (a: HTML, b: HTML) -> HTML {
        var joined = a
        joined += b
        return joined
    }
}

extension HTML: ExpressibleByStringInterpolation {
    init(stringLiteral markup: StaticString) { text = markup.description }

    init(stringInterpolation: Interpolation) { self = stringInterpolation.html }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = HTML()

        init(literalCapacity: Int, interpolationCount: Int) {
            html.text.reserveCapacity(literalCapacity + interpolationCount * 24)
        }

        /// Takes a `StaticString`, so that no text of a person can arrive here.
        mutating func appendLiteral(_ markup: StaticString) { html.text += markup.description }

        mutating func appendInterpolation(_ text: String) { html.append(escaping: text) }
        mutating func appendInterpolation(_ number: Int) { html.text += String(number) }
        mutating func appendInterpolation(_ markup: HTML) { html += markup }
        mutating func appendInterpolation(_ markup: HTML?) { if let markup { html += markup } }
        mutating func appendInterpolation(_ markup: [HTML]) { for part in markup { html += part } }

        /// `markup` where `condition` holds: `<option\(" selected", if: chosen)>`.
        mutating func appendInterpolation(_ markup: StaticString, if condition: Bool) {
            if condition { html.text += markup.description }
        }

        /// An attribute with its leading space, or nothing without a value: `<a\(attribute: "rel", relation)>`.
        mutating func appendInterpolation(attribute name: StaticString, _ value: String?) {
            guard let value else { return }
            html.text += " \(name)=\""
            html.append(escaping: value)
            html.text += "\""
        }

        /// An amount, set so that its digits line up and never break.
        mutating func appendInterpolation(_ money: Money) {
            html.text += "<span class=money>"
            html.append(escaping: money.formatted())
            html.text += "</span>"
        }
    }
}

extension HTML {
    /// Control characters other than tab and line feed do not exist in HTML; U+FFFD stands in for them.
    private mutating func append(escaping raw: String) {
        for scalar in raw.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
