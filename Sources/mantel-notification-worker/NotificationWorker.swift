import Delivery
import Household
import Jobs
import PostgreSQL
import ServiceKit
import Store

@main struct NotificationWorker {
    static func main() async {
        await WorkerProcess.run("mantel-notification-worker") { environment in
            let worker = WorkerSettings(environment: &environment)
            let postman = Postman.read(from: &environment)
            try environment.validate()
            guard let worker else { throw ConfigurationError(problems: ["the configuration is incomplete"]) }
            let lanes = 4
            let pool = Pool(worker.database, limit: lanes + 2)
            let store = Store(pool)
            var service = Worker(
                ["budget", "reminder", "mail", "push"].map { .init($0, lanes: $0 == "reminder" || $0 == "push" ? 1 : lanes / 2) },
                kinds: JobKinds.all, pool: pool, conninfo: worker.database, streams: JobStreams(worker.redis),
                health: HealthFile(path: worker.healthFile), settings: worker.running)
            service.handle(CheckBudget.self) { check, context in
                let watchers = try await store.budgetWatchers(for: check)
                try await context.finish { transaction in
                    for member in watchers { try await store.noticeCrossings(of: check, for: member, in: transaction) }
                }
            }
            service.handle(SendNotice.self) { job, context in
                try await NoticeMailing(store: store, postman: postman, job: job).run(context)
            }
            return WorkerProcess(settings: worker, pool: pool, worker: service)
        }
    }
}
