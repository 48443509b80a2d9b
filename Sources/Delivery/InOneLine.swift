extension String {
    /// What people named things, for the text of a mail: a name must not write paragraphs of its own.
    public var inOneLine: String {
        split(whereSeparator: { $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }).joined(separator: " ")
    }
}
