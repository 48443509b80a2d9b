/// One word as an OCR engine saw it.
public struct RecognizedWord: Hashable, Sendable, Codable {
    public var text: String
    public var box: Box
    /// 0 to 1, as the engine says.
    public var confidence: Double
    /// Words of one line share this number, in reading order.
    public var line: Int

    public init(text: String, box: Box, confidence: Double, line: Int) {
        self.text = text
        self.box = box
        self.confidence = confidence
        self.line = line
    }
}

/// What a scan came to: the words on the picture and what they were understood as.
///
/// `Draft` is `EventDraft` for a flyer and `ReceiptDraft` for a receipt. An empty list of drafts means that
/// nothing was understood; the words are there all the same.
public struct Reading<Draft: Codable & Sendable & Hashable>: Hashable, Sendable, Codable {
    public var words: [RecognizedWord]
    public var drafts: [Draft]

    public init(words: [RecognizedWord], drafts: [Draft]) {
        self.words = words
        self.drafts = drafts
    }
}

/// Where a value came from and how sure we are.
public struct DraftField: Hashable, Sendable, Codable {
    /// 0 to 1. Below `unsure`, a page asks for a look.
    public var confidence: Double
    /// The place on the picture; nil where the value was inferred.
    public var box: Box?
    /// Other readings, best first, in the form of the value itself.
    public var alternatives: [String]
    /// Why the value is not simply what is printed: "the year is not printed", "evening is assumed".
    public var note: String?

    public init(confidence: Double, box: Box?, alternatives: [String] = [], note: String? = nil) {
        self.confidence = confidence
        self.box = box
        self.alternatives = alternatives
        self.note = note
    }

    public static let unsure = 0.7
}
