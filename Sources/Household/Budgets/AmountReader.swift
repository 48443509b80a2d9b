/// Reads an amount as people type it: `12,5`, `12.50`, `€12.50`, `1.488,69`, `1 200`, and sums like `12+8`.
///
/// A single mark with exactly three digits behind it ("1.000") has two readings and is refused rather
/// than guessed, unless the currency itself has three minor digits or the decimal mark is known.
public struct AmountReader: Sendable {
    /// Why an amount was not understood, in words for the person who typed it.
    public struct Unreadable: Error, Equatable {
        public var reason: String
    }

    private let currency: Currency
    private let mark: DecimalMark?

    /// - Parameter mark: the decimal mark, where it is known from elsewhere; the other one then sets thousands apart.
    public init(_ currency: Currency, mark: DecimalMark? = nil) {
        self.currency = currency
        self.mark = mark
    }

    /// The amount in `text`. Throws `Unreadable` for anything that is not one clear amount.
    public func read(_ text: String) throws(Unreadable) -> Money {
        guard text.utf8.count <= 64 else { throw Unreadable(reason: "is too long for an amount") }
        let cleaned = text.replacing(currency.symbol.trimmingSpaces, with: "")
            .replacing(currency.code, with: "")
            .filter { !$0.isWhitespace && $0 != "\u{202F}" && $0 != "'" && $0 != "’" }
            .replacing("−", with: "-")
        guard !cleaned.isEmpty else { throw Unreadable(reason: "is empty: type an amount such as 12.50") }
        var total = 0
        for term in try terms(of: cleaned) {
            let (sum, overflow) = total.addingReportingOverflow(try minor(term))
            guard !overflow, sum.magnitude <= Money.largestMinor else { throw Unreadable(reason: "is larger than a ledger takes") }
            total = sum
        }
        return Money(minor: total, currency: currency)
    }

    private func terms(of text: String) throws(Unreadable) -> [String] {
        var terms: [String] = []
        var current = ""
        for character in text {
            if character == "+" || character == "-" && !current.isEmpty && current != "-" {
                terms.append(current)
                current = character == "-" ? "-" : ""
            } else {
                current.append(character)
            }
        }
        terms.append(current)
        guard terms.allSatisfy({ $0 != "" && $0 != "-" }) else { throw Unreadable(reason: "has a sign without an amount") }
        return terms
    }

    private func minor(_ term: String) throws(Unreadable) -> Int {
        let negative = term.first == "-"
        let digits = negative ? term.dropFirst() : term[...]
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }), digits.contains(where: \.isNumber) else {
            throw Unreadable(reason: "is not an amount: type digits such as 12.50")
        }
        let (major, fraction) = try split(digits)
        guard fraction.count <= currency.exponent else {
            throw Unreadable(reason: "has more than \(currency.exponent) digits after the mark")
        }
        let padded = major + fraction + String(repeating: "0", count: currency.exponent - fraction.count)
        guard let value = Int(padded), value <= Money.largestMinor else { throw Unreadable(reason: "is larger than a ledger takes") }
        return negative ? -value : value
    }

    private func split(_ digits: Substring) throws(Unreadable) -> (major: String, fraction: String) {
        if let mark { return try split(digits, at: mark) }
        let marks = digits.filter { $0 == "." || $0 == "," }
        guard let last = marks.last else { return (String(digits), "") }
        let groups = digits.split(whereSeparator: { $0 == "." || $0 == "," }).map(String.init)
        if Set(marks).count == 1, marks.count > 1 {
            // The same mark twice can only set thousands apart.
            return (try grouped(digits.split(separator: last, omittingEmptySubsequences: false).map(String.init)), "")
        }
        let pieces = digits.split(separator: last, maxSplits: .max, omittingEmptySubsequences: false).map(String.init)
        guard pieces.count == 2 else { throw Unreadable(reason: "mixes decimal and thousands marks") }
        if marks.count == 1 {
            if pieces[1].count == 3, currency.exponent != 3, !pieces[0].isEmpty, pieces[0] != "0" {
                throw Unreadable(reason: "could be \(groups.joined()) or \(groups.joined(separator: ".")): type it without the mark")
            }
            return (pieces[0].isEmpty ? "0" : pieces[0], pieces[1])
        }
        let major = pieces[0].split(whereSeparator: { $0 == "." || $0 == "," }).map(String.init)
        return (try grouped(major), pieces[1])
    }

    private func split(_ digits: Substring, at mark: DecimalMark) throws(Unreadable) -> (major: String, fraction: String) {
        let pieces = digits.split(separator: mark.character, omittingEmptySubsequences: false)
        guard pieces.count <= 2, pieces.count == 1 || !pieces[1].contains(mark.other.character) else {
            throw Unreadable(reason: "mixes decimal and thousands marks")
        }
        let groups = pieces[0].split(separator: mark.other.character, omittingEmptySubsequences: false).map(String.init)
        let major = groups.count == 1 ? groups[0] : try grouped(groups)
        return (major.isEmpty ? "0" : major, pieces.count == 2 ? String(pieces[1]) : "")
    }

    private func grouped(_ groups: [String]) throws(Unreadable) -> String {
        guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
            throw Unreadable(reason: "has thousands marks in the wrong place")
        }
        return groups.joined()
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(filter { !$0.isWhitespace && $0 != "\u{A0}" }) }
}
