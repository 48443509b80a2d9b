/// The parameters of a header such as `form-data; name="photo"; filename="flyer.jpg"` (RFC 9110, 5.6.6).
struct HeaderParameters {
    private var values: [String: String] = [:]

    init(_ header: String) {
        var rest = header.unicodeScalars[...]
        // The value itself comes first.
        Self.skip(&rest) { $0 != ";" }
        while rest.popFirst() != nil {
            let name = Self.take(&rest) { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let key = String(name.trimmingSpaces()).lowercased()
            Self.skip(&rest) { $0 == " " }
            let value = rest.first == "\"" ? Self.quoted(&rest) : String(Self.take(&rest) { $0 != ";" }.trimmingSpaces())
            // Of two parameters with one name the first counts.
            if values[key] == nil { values[key] = value }
            Self.skip(&rest) { $0 != ";" }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The value of `name*` in the form `UTF-8''flyer%20%F0%9F%8E%84.jpg` (RFC 8187).
    func extended(_ name: String) -> String? {
        guard let value = values[name + "*"] else { return nil }
        let pieces = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces[0].lowercased() == "utf-8" else { return nil }
        return PercentCoding.decode(pieces[2])
    }

    /// Browsers write a quote in a file name as `%22`, curl as `\"`; a backslash before anything else is a
    /// part of the name.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
                text.append(next)
                rest.removeFirst()
            } else {
                text.append(scalar)
            }
        }
        return String(text).replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
    }

    private static func take(_ rest: inout Substring.UnicodeScalarView, while matches: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: matches)
        rest = rest[taken.endIndex...]
        return String(String.UnicodeScalarView(taken))
    }

    private static func skip(_ rest: inout Substring.UnicodeScalarView, while matches: (Unicode.Scalar) -> Bool) {
        rest = rest.drop(while: matches)
    }
}
