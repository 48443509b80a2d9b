import CTesseract
import Foundation
import Household

/// A `TessBaseAPI` with its languages loaded. Not thread-safe; its actor keeps it on one thread.
final class TesseractHandle {
    /// English first: it decides what is not clear. The others cost time and lose nothing, so nobody is
    /// asked for a language.
    static let wanted = ["eng", "fra", "deu", "spa"]

    private static let wordLimit = 5000

    private let api: OpaquePointer

    /// Loads those of `languages` that are installed.
    init(languages: [String]) throws(RecognitionProblem) {
        Self.keepToOneThread()
        let installed = languages.filter(Self.isInstalled)
        guard !installed.isEmpty else { throw .noLanguages }
        guard let api = TessBaseAPICreate() else { throw .engine("no tesseract handle") }
        guard TessBaseAPIInit2(api, nil, installed.joined(separator: "+"), OEM_LSTM_ONLY) == 0 else {
            TessBaseAPIDelete(api)
            throw .noLanguages
        }
        self.api = api
        // Its notes on odd lines would fill the log.
        TessBaseAPISetVariable(api, "debug_file", "/dev/null")
        TessBaseAPISetVariable(api, "tessedit_do_invert", "1")
    }

    deinit {
        TessBaseAPIEnd(api)
        TessBaseAPIDelete(api)
    }

    /// - Throws: `tooSlow` when `deadline` passes, `cancelled` when the current task is.
    func read(
        _ picture: Luminance, mode: TessPageSegMode, deadline: Duration, progress: @escaping @Sendable (Int) -> Void
    ) throws(RecognitionProblem) -> [RecognizedWord] {
        defer { TessBaseAPIClear(api) }
        TessBaseAPISetPageSegMode(api, mode)
        TessBaseAPISetImage(api, picture.pixels, Int32(picture.width), Int32(picture.height), 1, Int32(picture.width))
        // Any plausible figure: it only silences guessing.
        TessBaseAPISetSourceResolution(api, 150)
        let watch = ReadingWatch(deadline: deadline, progress: progress)
        guard watch.recognize(api) else { throw watch.isCancelled ? .cancelled : .tooSlow(deadline) }
        return words()
    }

    private func words() -> [RecognizedWord] {
        guard let results = TessBaseAPIGetIterator(api) else { return [] }
        defer { TessResultIteratorDelete(results) }
        let pages = TessResultIteratorGetPageIterator(results)
        var words: [RecognizedWord] = []
        var line = 0
        repeat {
            if TessPageIteratorIsAtBeginningOf(pages, RIL_TEXTLINE) != 0 { line += 1 }
            guard let raw = TessResultIteratorGetUTF8Text(results, RIL_WORD) else { continue }
            defer { TessDeleteText(raw) }
            let text = String(cString: raw).trimmingCharacters(in: .whitespacesAndNewlines)
            var left: Int32 = 0, top: Int32 = 0, right: Int32 = 0, bottom: Int32 = 0
            guard !text.isEmpty, TessPageIteratorBoundingBox(pages, RIL_WORD, &left, &top, &right, &bottom) != 0 else { continue }
            let box = Box(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
            let confidence = Double(TessResultIteratorConfidence(results, RIL_WORD)) / 100
            words.append(RecognizedWord(text: text, box: box, confidence: min(1, max(0, confidence)), line: line))
        } while words.count < Self.wordLimit && TessResultIteratorNext(results, RIL_WORD) != 0
        return words
    }

    private static func isInstalled(_ language: String) -> Bool {
        let folders = [ProcessInfo.processInfo.environment["TESSDATA_PREFIX"], "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tessdata"]
        return folders.compactMap(\.self).contains { FileManager.default.isReadableFile(atPath: "\($0)/\(language).traineddata") }
    }

    /// Four threads that spin for one another make tesseract several times slower on a busy machine.
    ///
    /// OpenMP reads OMP_THREAD_LIMIT before `main`, so setting it now helps only child processes. No
    /// active level means that parallel regions started on this thread run on it alone.
    private static func keepToOneThread() {
        setenv("OMP_THREAD_LIMIT", "1", 1)
        guard let symbol = dlsym(nil, "omp_set_max_active_levels") else { return }
        typealias SetLevels = @convention(c) (Int32) -> Void
        unsafeBitCast(symbol, to: SetLevels.self)(0)
    }
}

/// Watches one recognition from inside the library: its deadline, its progress, and whether it is still wanted.
private final class ReadingWatch {
    private let deadline: Duration
    private let progress: @Sendable (Int) -> Void
    private let monitor: OpaquePointer?
    private var percent = -1
    private(set) var isCancelled = false

    init(deadline: Duration, progress: @escaping @Sendable (Int) -> Void) {
        self.deadline = deadline
        self.progress = progress
        monitor = TessMonitorCreate()
    }

    deinit { if let monitor { TessMonitorDelete(monitor) } }

    /// False when it ended early.
    func recognize(_ api: OpaquePointer) -> Bool {
        let milliseconds = deadline.components.seconds * 1000 + deadline.components.attoseconds / 1_000_000_000_000_000
        TessMonitorSetDeadlineMSecs(monitor, Int32(clamping: max(1, milliseconds)))
        TessMonitorSetCancelThis(monitor, Unmanaged.passUnretained(self).toOpaque())
        TessMonitorSetCancelFunc(monitor) { context, _ in
            guard let context else { return false }
            return Unmanaged<ReadingWatch>.fromOpaque(context).takeUnretainedValue().shouldStop()
        }
        return TessBaseAPIRecognize(api, monitor) == 0 && !isCancelled
    }

    private func shouldStop() -> Bool {
        let now = Int(TessMonitorGetProgress(monitor))
        if now != percent {
            percent = now
            progress(min(100, max(0, now)))
        }
        isCancelled = isCancelled || Task.isCancelled
        return isCancelled
    }
}
