public import Household
import ServiceKit

/// Reads flyers and receipts. One recognizer is one lane: it reads one picture at a time, and further
/// calls wait in order.
public actor Recognizer {
    /// What the reader is doing, in the order in which it happens.
    public enum Stage: Hashable, Sendable {
        case straightening
        /// How much of the picture has been read, 0 to 100.
        case reading(percent: Int)
        case understanding

        /// For storage and for the event stream.
        public var name: String {
            switch self {
            case .straightening: "straightening"
            case .reading: "reading"
            case .understanding: "understanding"
            }
        }

        /// 0 to 100 over the whole scan, never falling.
        public var progress: Int {
            switch self {
            case .straightening: 5
            case .reading(let percent): 15 + percent * 75 / 100
            case .understanding: 95
            }
        }
    }

    /// A flyer or receipt that was read, with the picture that is kept of it.
    public struct Result<Draft: Codable & Sendable & Hashable>: Sendable {
        public var picture: Picture
        public var reading: Reading<Draft>
    }

    /// From bytes to drafts. A measured poster takes one to two seconds.
    public static let deadline = Duration.seconds(30)

    private let thread = ThreadExecutor(label: "mantel-picture")
    private let reader = TesseractReader()
    private let deadline: Duration

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameter deadline: for the text reader alone; it is kept inside the library.
    public init(deadline: Duration = Recognizer.deadline) { self.deadline = deadline }

    isolated deinit { thread.stop() }

    /// Loads the languages, so that the first scan does not wait for it. Throws where none is installed.
    public func warm() async throws(RecognitionProblem) { try await reader.load() }

    /// The picture as it would be kept, without reading it.
    public func normalize(_ bytes: [UInt8]) throws(RecognitionProblem) -> Picture { try PictureDecoder().decode(bytes) }

    /// - Parameter progress: called on the lane's own threads; must return at once.
    public func flyer(
        _ bytes: [UInt8], context: ReadingContext, progress: @escaping @Sendable (Stage) -> Void = { _ in }
    ) async throws(RecognitionProblem) -> Result<EventDraft> {
        let (picture, words) = try await read(bytes, .scattered, progress)
        let context = context.from(picture)
        return Result(picture: picture, reading: Reading(words: words, drafts: FlyerReader(context: context).drafts(of: words)))
    }

    /// - Parameter progress: called on the lane's own threads; must return at once.
    public func receipt(
        _ bytes: [UInt8], context: ReadingContext, progress: @escaping @Sendable (Stage) -> Void = { _ in }
    ) async throws(RecognitionProblem) -> Result<ReceiptDraft> {
        let (picture, words) = try await read(bytes, .block, progress)
        return Result(picture: picture, reading: Reading(words: words, drafts: ReceiptReader(context: context).drafts(of: words)))
    }

    private func read(
        _ bytes: [UInt8], _ layout: TextLayout, _ progress: @escaping @Sendable (Stage) -> Void
    ) async throws(RecognitionProblem) -> (Picture, [RecognizedWord]) {
        let end = ContinuousClock.now + deadline
        progress(.straightening)
        let picture = try PictureDecoder().decode(bytes)
        progress(.reading(percent: 0))
        let words = try await reader.read(picture.luminance, layout: layout, deadline: deadline) { progress(.reading(percent: $0)) }
        var best = (picture: picture, words: words, letters: Self.sureLetters(words))
        // Nearly nothing to read may be a page on its side whose file does not say so.
        for turn in [Turn.right, .left, .half] where best.letters < Self.poorReading && picture.width >= 100 && picture.height >= 100 {
            guard ContinuousClock.now < end else { break }
            let turned = try PictureDecoder().decode(bytes, turn: turn)
            // The upright reading stands; a turned one that is too slow is only not better.
            guard let words = try? await reader.read(turned.luminance, layout: layout, deadline: end - ContinuousClock.now) else { break }
            let letters = Self.sureLetters(words)
            if letters > 2 * best.letters + 5 { best = (turned, words, letters) }
        }
        progress(.understanding)
        return (best.picture, best.words)
    }

    private static let poorReading = 24

    /// Letters and digits in words that are surely words.
    private static func sureLetters(_ words: [RecognizedWord]) -> Int {
        words.filter { $0.confidence > 0.7 && $0.text.count >= 3 }.reduce(0) { $0 + $1.text.filter { $0.isLetter || $0.isNumber }.count }
    }
}

extension ReadingContext {
    /// With the day the photo was taken as reference, where the camera's clock can be believed: not after
    /// the day it was sent, and not more than a year before.
    func from(_ picture: Picture) -> ReadingContext {
        guard let taken = picture.taken, taken <= reference, taken.days(until: reference) <= 366 else { return self }
        var context = self
        context.reference = taken
        return context
    }
}
