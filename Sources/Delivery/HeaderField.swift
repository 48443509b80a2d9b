import Household

/// One header field, folded into lines of at most 78 characters where its words allow it (RFC 5322 §2.1.1).
struct HeaderField {
    var name: String
    /// Separated by one space or a fold. Each is printable ASCII.
    var words: [String]

    init(_ name: String, words: [String]) {
        self.name = name
        self.words = words
    }

    init(_ name: String, mailbox: Correspondent) {
        let phrase = HeaderText.phrase(mailbox.name)
        self.init(name, words: phrase.isEmpty ? [mailbox.address.description] : phrase + ["<\(mailbox.address)>"])
    }

    /// With CRLF at the end.
    var encoded: String {
        var text = name + ":"
        var column = text.utf8.count
        for word in words {
            if column + 1 + word.utf8.count > 78 {
                text += "\r\n "
                column = 1 + word.utf8.count
            } else {
                text += " "
                column += 1 + word.utf8.count
            }
            text += word
        }
        return text + "\r\n"
    }
}
