import Foundation
import Household
import Recognition

/// `mantel recognize`: reads pictures without any server and prints one JSON line a file.
struct RecognizeCommand {
    static let usage = "mantel recognize [--kind flyer|receipt] [--today YYYY-MM-DD] [--locale en_GB] FILE…"

    private var kind = ScanKind.flyer
    private var today = Zone.utc.day(at: Date())
    private var locale = "en_GB"
    private var files: [String] = []

    /// 0 when every file was read, 1 when one was not, 2 when the arguments are wrong.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let command = RecognizeCommand(arguments) else {
            complain("usage: \(usage)")
            return 2
        }
        return await command.run()
    }

    private init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--kind":
                guard let value = rest.popFirst().flatMap(ScanKind.init(_:)) else { return nil }
                kind = value
            case "--today":
                guard let value = rest.popFirst().flatMap(Day.init(_:)) else { return nil }
                today = value
            case "--locale":
                guard let value = rest.popFirst() else { return nil }
                locale = value
            case "--": files += rest; rest = []
            case let option where option.hasPrefix("--"): return nil
            default: files.append(argument)
            }
        }
        if files.isEmpty { return nil }
    }

    private func run() async -> Int32 {
        let recognizer = Recognizer()
        let region = Locale(identifier: locale).currency?.identifier
        guard let currency = Currency(region ?? "") ?? Currency("EUR") else { return 2 }
        let context = ReadingContext(reference: today, locale: locale, currency: currency)
        var failures: Int32 = 0
        for file in files {
            let start = ContinuousClock.now
            var line = RecognizedLine(file: file)
            do {
                let bytes = try Self.bytes(of: file)
                switch kind {
                case .flyer: line.fill(try await recognizer.flyer(bytes, context: context).reading.drafts.first)
                case .receipt: line.fill(try await recognizer.receipt(bytes, context: context).reading.drafts.first)
                }
            } catch let problem as RecognitionProblem {
                failures = 1
                Self.complain("\(file): \(problem.sentence)")
            } catch {
                failures = 1
                Self.complain("\(file): cannot be read.")
            }
            let elapsed = (ContinuousClock.now - start).components
            line.seconds = (Double(elapsed.seconds) * 1000 + Double(elapsed.attoseconds / 1_000_000_000_000_000)) / 1000
            print(line.json)
        }
        return failures
    }

    /// At most one byte more than is taken, so that a huge file is refused and not loaded.
    private static func bytes(of file: String) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        return [UInt8](try handle.read(upToCount: PictureLimits.bytes + 1) ?? Data())
    }

    private static func complain(_ sentence: String) { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }
}

/// The line that is printed for a file. Every key is there, null where nothing was read.
private struct RecognizedLine: Encodable {
    var file: String
    var title: String?
    var startDate: Day?
    var startTime: LocalTime?
    var endDate: Day?
    var endTime: LocalTime?
    var location: String?
    var price: String?
    var url: String?
    var recurrence: String?
    var merchant: String?
    var total: String?
    var date: Day?
    var seconds = 0.0

    init(file: String) { self.file = file }

    mutating func fill(_ draft: EventDraft?) {
        title = draft?.title
        startDate = draft?.start?.day
        startTime = draft?.start?.time
        endDate = draft?.end?.day
        endTime = draft?.end?.time
        location = draft?.location
        price = draft?.price
        url = draft?.url
        recurrence = draft?.recurrence
    }

    mutating func fill(_ draft: ReceiptDraft?) {
        merchant = draft?.merchant
        total = draft?.total?.plain
        date = draft?.day
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    private enum Key: String, CodingKey {
        case file, title, startDate = "start_date", startTime = "start_time", endDate = "end_date", endTime = "end_time"
        case location, price, url, recurrence, merchant, total, date, seconds
    }

    /// By hand, since the compiler's own leaves out what is nil.
    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(file, forKey: .file)
        try keys.encode(title, forKey: .title)
        try keys.encode(startDate, forKey: .startDate)
        try keys.encode(startTime, forKey: .startTime)
        try keys.encode(endDate, forKey: .endDate)
        try keys.encode(endTime, forKey: .endTime)
        try keys.encode(location, forKey: .location)
        try keys.encode(price, forKey: .price)
        try keys.encode(url, forKey: .url)
        try keys.encode(recurrence, forKey: .recurrence)
        try keys.encode(merchant, forKey: .merchant)
        try keys.encode(total, forKey: .total)
        try keys.encode(date, forKey: .date)
        try keys.encode(seconds, forKey: .seconds)
    }
}
