/// What one unit of a currency is worth in another, as an exact decimal: 1 CNY = 0.1283 EUR.
public struct ExchangeRate: Sendable, Hashable {
    public var from: Currency
    public var to: Currency

    /// The digits of the rate without its point; more than 0.
    public let digits: Int
    /// How many of them come after the point.
    public let places: Int

    /// Digits that a rate may have, and digits after its point.
    public static let largestDigits = 15
    public static let largestPlaces = 10
    /// Characters that the text of a rate needs at most: its digits, zeros before them, and the point.
    public static let longestText = largestDigits + largestPlaces + 2

    /// - Parameter text: ASCII digits with at most one point, "0.1283". Nil for anything else, for 0, and for more
    ///   digits than the limits.
    public init?(_ text: String, from: Currency, to: Currency) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let whole = parts.first
        else { return nil }
        var fraction = parts.count == 2 ? parts[1] : ""
        while fraction.last == "0" { fraction.removeLast() }
        let all = String((whole + fraction).drop { $0 == "0" })
        guard fraction.count <= Self.largestPlaces, all.count <= Self.largestDigits, let digits = Int(all), digits > 0 else { return nil }
        self.from = from
        self.to = to
        self.digits = digits
        places = fraction.count
    }

    /// The rate without needless zeros, as `init` reads it: "0.1283".
    public var plain: String {
        guard places > 0 else { return String(digits) }
        let text = String(digits)
        let padded = String(repeating: "0", count: max(places + 1 - text.count, 0)) + text
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// The amount in `to`, rounded to its minor unit, halves to the even one. Nil for an amount in another currency
    /// than `from`, and for more than a ledger takes (`Money.largestMinor`).
    public func converted(_ money: Money) -> Money? {
        guard money.currency == from, money.minor.magnitude <= Money.largestMinor else { return nil }
        // minor · digits / 10^places · 10^(to - from): at most 10^12 · 10^15 · 10^4, which 128 bits hold.
        let shift = to.exponent - from.exponent - places
        let product = Int128(money.minor.magnitude) * Int128(digits)
        let result = shift >= 0 ? product * Self.power(shift) : Self.dividingToEven(product, by: Self.power(-shift))
        guard result <= Int128(Money.largestMinor) else { return nil }
        return Money(minor: money.minor < 0 ? -Int(result) : Int(result), currency: to)
    }

    private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static func dividingToEven(_ value: Int128, by divisor: Int128) -> Int128 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        let isUp = rest * 2 > divisor || rest * 2 == divisor && !quotient.isMultiple(of: 2)
        return isUp ? quotient + 1 : quotient
    }
}
