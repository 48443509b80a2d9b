import CTesseract
import Foundation
import Household
import ServiceKit

/// How text lies on a picture.
enum TextLayout {
    /// Words anywhere, of any size: posters.
    case scattered
    /// One block of lines: receipts.
    case block

    /// Measured on real posters: 1000 px reads more, and faster, than more pixels. Receipts keep their small print.
    var longestSide: Int { self == .scattered ? 1000 : Picture.longestSide }

    fileprivate var mode: TessPageSegMode { self == .scattered ? PSM_SPARSE_TEXT : PSM_SINGLE_BLOCK }
}

/// One warm tesseract handle on a thread of its own.
actor TesseractReader {
    private let thread: ThreadExecutor
    private var handle: TesseractHandle?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init() {
        thread = ThreadExecutor(label: "mantel-reader")
    }

    isolated deinit {
        handle = nil
        thread.stop()
    }

    /// Words with boxes in pixels of `picture`.
    ///
    /// - Parameter deadline: kept inside the library, since cancelling a task cannot stop C code.
    /// - Parameter progress: 0 to 100, called on the reading thread.
    func read(
        _ picture: Luminance, layout: TextLayout, deadline: Duration, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(RecognitionProblem) -> [RecognizedWord] {
        let engine = try warm()
        let small = try picture.shrunk(to: layout.longestSide)
        guard small.width >= 3, small.height >= 3 else { return [] }
        let scale = Double(picture.longSide) / Double(small.longSide)
        return try engine.read(small, mode: layout.mode, deadline: deadline, progress: progress).map { word in
            var word = word
            word.box = word.box.scaled(by: scale, within: (picture.width, picture.height))
            return word
        }
    }

    /// Loads the languages now, so that the first scan does not wait for it.
    func load() throws(RecognitionProblem) { _ = try warm() }

    private func warm() throws(RecognitionProblem) -> TesseractHandle {
        if let handle { return handle }
        let made = try TesseractHandle(languages: TesseractHandle.wanted)
        handle = made
        return made
    }
}

extension Box {
    func scaled(by scale: Double, within limit: (width: Int, height: Int)) -> Box {
        func scaled(_ number: Int, _ limit: Int) -> Int { min(limit, Int((Double(number) * scale).rounded())) }
        let left = scaled(x, limit.width), top = scaled(y, limit.height)
        return Box(x: left, y: top, width: scaled(right, limit.width) - left, height: scaled(bottom, limit.height) - top)
    }
}
