// How the household's values are written to and read from columns.
import Foundation
public import Household
public import PostgreSQL

extension Identifier: SQLValue {
    public var parameter: Parameter { uuid.parameter }
}

extension Identifier: SQLArrayElement {
    public static func parameter(for elements: [Identifier<Subject>]) -> Parameter { elements.map(\.uuid).parameter }
}

extension Identifier: RowValue {
    public init?(_ cell: Cell) {
        guard let uuid = UUID(cell) else { return nil }
        self.init(uuid)
    }
}

/// Values that a column holds as their canonical text.
public protocol ColumnText: SQLValue, RowValue, LosslessStringConvertible {}

extension ColumnText {
    public var parameter: Parameter { .text(description) }
    public init?(_ cell: Cell) {
        guard let text = String(cell) else { return nil }
        self.init(text)
    }
}

extension Currency: SQLValue, RowValue, ColumnText {}
extension Zone: SQLValue, RowValue, ColumnText {}
extension Day: SQLValue, RowValue, ColumnText {}
extension DayRule: SQLValue, RowValue, ColumnText {}
extension LocalTime: SQLValue, RowValue, ColumnText {}
extension Role: SQLValue, RowValue, ColumnText {}
extension GiftStatus: SQLValue, RowValue, ColumnText {}
extension LedgerEntry.Kind: SQLValue, RowValue, ColumnText {}
extension ScanKind: SQLValue, RowValue, ColumnText {}
extension ScanState: SQLValue, RowValue, ColumnText {}
extension Notice.Kind: SQLValue, RowValue, ColumnText {}
extension ServerJob.State: SQLValue, RowValue, ColumnText {}
extension PastGift.Direction: SQLValue, RowValue, ColumnText {}
extension MailState: SQLValue, RowValue, ColumnText {}
extension NoticeWay: SQLValue, RowValue, ColumnText {}

extension Identifier: RowArrayElement {
    public static func array(_ cell: Cell) -> [Identifier<Subject>]? { [UUID].init(cell)?.map { Identifier($0) } }
}
