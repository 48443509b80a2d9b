/// An ISO 4217 currency with its own number of minor digits: a yen has none, a Kuwaiti dinar three.
public struct Currency: Hashable, Sendable {
    /// Three upper-case letters, "EUR".
    public let code: String

    /// Every currency there is, by its code.
    public static let all: [Currency] = known.sorted().compactMap { Currency($0) }

    /// Digits after the decimal mark in an amount of this currency.
    public let exponent: Int

    /// Nil unless `code` is an active ISO 4217 code (any case).
    public init?(_ code: String) {
        // As it is first: rows hold it in capitals, and there are many rows.
        let code = Self.known.contains(code) ? code : code.uppercased()
        guard Self.known.contains(code) else { return nil }
        self.code = code
        exponent = Self.exponents[code] ?? 2
    }

    /// Minor units in one major unit: 100 for EUR, 1 for JPY.
    public var scale: Int { (0..<exponent).reduce(1) { scale, _ in scale * 10 } }

    /// The sign people write before an amount, or the code where there is no common one.
    public var symbol: String { Self.symbols[code] ?? code + "\u{A0}" }

    private static let symbols = [
        "EUR": "€", "GBP": "£", "USD": "$", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪",
        "UAH": "₴", "VND": "₫", "NGN": "₦", "PHP": "₱", "TRY": "₺", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$",
    ]

    private static let exponents = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
        "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]

    private static let known = Set("""
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF \
        CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL \
        HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL \
        MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON \
        RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH \
        UGX USD UYI UYU UYW UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init))
}

extension Currency: CustomStringConvertible, LosslessStringConvertible {
    public var description: String { code }
}

extension Currency: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let currency = Currency(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 4217 currency")
        }
        self = currency
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
