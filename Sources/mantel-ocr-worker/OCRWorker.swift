import Foundation
import Household
import Jobs
import PostgreSQL
import Recognition
import ServiceKit
import Store

@main struct OCRWorker {
    static func main() async {
        Signals.prepare()
        await WorkerProcess.run("mantel-ocr-worker") { environment in
            let settings = try OCRSettings(environment: &environment)
            let pool = Pool(settings.worker.database, limit: settings.concurrency + 2)
            let store = Store(pool)
            let lanes = RecognizerLanes(count: settings.concurrency)
            try await lanes.warm()
            var worker = Worker(
                [.init(ReadScan.queue, lanes: settings.concurrency)], kinds: JobKinds.all, pool: pool, conninfo: settings.worker.database,
                streams: JobStreams(settings.worker.redis), health: HealthFile(path: settings.worker.healthFile), settings: settings.worker.running)
            worker.handle(ReadScan.self) { job, context in
                try await ScanReading(store: store, job: job, context: context).run(on: lanes)
            }
            return WorkerProcess(settings: settings.worker, pool: pool, worker: worker)
        }
    }
}

struct OCRSettings: Sendable {
    var worker: WorkerSettings
    /// Pictures read at once. Each takes a core and about 200 MB.
    var concurrency: Int

    init(environment: inout Environment) throws(ConfigurationError) {
        let worker = WorkerSettings(environment: &environment)
        let concurrency: Int? = environment.value("OCR_CONCURRENCY", default: 1)
        try environment.validate()
        guard let worker, let concurrency, (1...64).contains(concurrency) else {
            throw ConfigurationError(problems: ["OCR_CONCURRENCY must be between 1 and 64"])
        }
        self.worker = worker
        self.concurrency = concurrency
    }
}
