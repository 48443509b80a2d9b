import Household

/// The gifts of an occasion as a spreadsheet reads them: dot decimals, UTF-8, the columns that an import knows.
struct GiftFile {
    let gifts: [Gift]
    let recipients: [Recipient]

    var text: String {
        let names = Dictionary(uniqueKeysWithValues: recipients.map { ($0.id, $0.name) })
        let rows = gifts.map { gift in
            [
                names[gift.recipient] ?? "", gift.name, gift.estimate?.plain ?? "", gift.actual?.plain ?? "", gift.status.rawValue, gift.url ?? "",
                gift.notes ?? "",
            ]
        }
        return SeparatedText.file([["For", "Gift", "Estimate", "Paid", "Status", "Link", "Notes"]] + rows)
    }
}
