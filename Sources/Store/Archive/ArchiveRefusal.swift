/// Why an archive is not taken, in words for the operator. Nothing was changed.
public struct ArchiveRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// Of the file, from 1.
    public var line: Int?
    public var words: String

    init(_ words: String, line: Int? = nil) {
        self.line = line
        self.words = words
    }

    public var description: String { (line.map { "Line \($0): " } ?? "") + words }
}
