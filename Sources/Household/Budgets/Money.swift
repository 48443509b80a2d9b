/// An exact amount: integer minor units of one currency. 12.50 EUR is `minor` 1250.
public struct Money: Hashable, Sendable, Codable {
    public var minor: Int
    public var currency: Currency

    public init(minor: Int, currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// The largest amount a ledger takes, either way: 10^12 minor units. A household's sums of such
    /// amounts stay far inside 64 bits.
    public static let largestMinor = 1_000_000_000_000
}

extension Money {
    /// Digits with a dot and exactly the currency's minor digits, without a symbol: "1250.00".
    public var plain: String {
        let sign = minor < 0 ? "-" : ""
        let scale = currency.scale
        let (major, rest) = minor.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        guard currency.exponent > 0 else { return sign + String(major) }
        let digits = String(rest)
        return sign + "\(major)." + String(repeating: "0", count: currency.exponent - digits.count) + digits
    }

    /// For people: symbol, thousands apart, and no minor digits where `whole` and there are none: "€1,250".
    public func formatted(whole: Bool = true) -> String {
        let text = plain.drop { $0 == "-" }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        var major = ""
        for (index, digit) in parts[0].enumerated() {
            if index > 0 && (parts[0].count - index).isMultiple(of: 3) { major += "," }
            major.append(digit)
        }
        let bare = whole && minor.isMultiple(of: currency.scale) || parts.count == 1
        return (minor < 0 ? "−" : "") + currency.symbol + major + (bare ? "" : "." + parts[1])
    }
}
