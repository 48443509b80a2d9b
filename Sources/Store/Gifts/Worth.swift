import Household
import PostgreSQL

/// What an amount comes to in the currency of an occasion.
struct Worth {
    /// Nil while no rate is known.
    var minor: Int?
    /// The amount as it is, where it is in another currency.
    var foreign: ForeignAmount?

    /// - Parameter pointer: where the amount stands in the request.
    init(of money: Money, at rate: String?, in home: Currency, _ pointer: String) throws {
        guard money.currency != home else {
            guard rate == nil else { throw StoreError.invalid(pointer: "/rate", detail: "is only for an amount in another currency than \(home.code)") }
            minor = money.minor
            return
        }
        guard let rate else {
            foreign = ForeignAmount(money: money, rate: nil)
            return
        }
        guard let exchange = ExchangeRate(rate, from: money.currency, to: home) else {
            throw StoreError.invalid(pointer: "/rate", detail: "must be what one \(money.currency.code) is worth in \(home.code), such as 0.1283")
        }
        guard let converted = exchange.converted(money) else { throw StoreError.invalid(pointer: pointer, detail: "comes to more than a ledger takes") }
        minor = converted.minor
        foreign = ForeignAmount(money: money, rate: exchange)
    }
}

extension ForeignAmount {
    /// Of a row with `original_minor`, `original_currency` and `rate_text`.
    init?(_ row: Row, in home: Currency) throws {
        guard let minor: Int = try row["original_minor"] else { return nil }
        let currency: Currency = try row["original_currency"], rate: String? = try row["rate_text"]
        self.init(money: Money(minor: minor, currency: currency), rate: rate.flatMap { ExchangeRate($0, from: currency, to: home) })
    }
}
