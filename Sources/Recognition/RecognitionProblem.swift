public import Household

/// Why a scan could not be read. A photo without words or dates is no problem: its reading is just empty.
public enum RecognitionProblem: Error, Hashable, Sendable {
    case picture(PictureRefusal)
    /// No language data is installed for the OCR engine.
    case noLanguages
    /// Reading took longer than its deadline.
    case tooSlow(Duration)
    case cancelled
    case engine(String)
}

extension RecognitionProblem {
    /// One sentence for the person who sent the picture.
    public var sentence: String {
        switch self {
        case .picture(let refusal): refusal.sentence
        case .noLanguages: "The text reader has no language installed. Whoever runs this server can add tesseract-ocr-eng."
        case .tooSlow: "Reading this picture took too long. Crop it to the text, or fill in the form yourself."
        case .cancelled: "Reading was stopped. Try again."
        case .engine: "The text reader failed on this picture. Try another photo, or fill in the form yourself."
        }
    }

    /// False where the same bytes will end the same way, so that trying again is useless.
    public var isWorthRetrying: Bool {
        switch self {
        case .picture, .tooSlow: false
        case .noLanguages, .cancelled, .engine: true
        }
    }
}
