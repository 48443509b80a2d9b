import Foundation
import Household
import Jobs
import Recognition
import ServiceKit
import Store

/// One scan from bytes to drafts, or to words that say why not.
struct ScanReading: Sendable {
    let store: Store
    let job: ReadScan
    let context: JobContext

    func run(on lanes: RecognizerLanes) async throws {
        guard let input = try await store.scanInput(job) else { throw JobDecision.discard(reason: "the scan is gone or read") }
        let reading = ReadingContext(reference: input.uploadDay, locale: input.locale, currency: input.currency)
        let (news, stages) = AsyncStream<Recognizer.Stage>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let teller = Task { [store, job] in
            for await stage in news {
                try? await store.progress(of: job, stage: stage.name, percent: stage.progress)
            }
        }
        defer { teller.cancel() }
        do {
            let (picture, json) = try await lanes.withLane { recognizer in
                let progress: @Sendable (Recognizer.Stage) -> Void = { stages.yield($0) }
                switch input.kind {
                case .flyer:
                    let result = try await recognizer.flyer(input.bytes, context: reading, progress: progress)
                    return (result.picture, try encode(result.reading))
                case .receipt:
                    let result = try await recognizer.receipt(input.bytes, context: reading, progress: progress)
                    return (result.picture, try encode(result.reading))
                }
            }
            stages.finish()
            // The last news must not come after the end.
            await teller.value
            try await context.finish { [store, job] in
                try await store.finishScan(job, picture: StoredPicture(picture), reading: json, in: $0)
            }
        } catch let problem as RecognitionProblem {
            stages.finish()
            await teller.value
            if case .cancelled = problem { throw problem }
            if problem.isWorthRetrying && !context.isLastAttempt { throw problem }
            Logger.current.log(.notice, "a scan could not be read", ["scan": "\(job.scan)", "problem": "\(problem)"])
            try await context.finish { [store, job] in
                try await store.failScan(job, problem: problem.sentence, picture: nil, in: $0)
            }
        }
    }

    private func encode(_ reading: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // jsonb holds no NUL.
        return String(decoding: try encoder.encode(reading), as: UTF8.self).replacing("\\u0000", with: "")
    }
}

extension StoredPicture {
    init(_ picture: Recognition.Picture) {
        self.init(mediaType: "image/jpeg", width: picture.width, height: picture.height, bytes: picture.jpeg)
    }
}
