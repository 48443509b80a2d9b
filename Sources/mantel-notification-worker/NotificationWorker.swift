import Delivery
import Household
import Jobs
import Mailing
import PostgreSQL
import ServiceKit
import Store

@main struct NotificationWorker {
    /// The most urgent first: what a person at the till waits for before what comes round by the clock.
    private static let queues = ["budget", "push", "mail", "reminder"]
    private static let sharedLanes = 2

    private static let schedules: [Schedule] = [
        .every("sweep", .seconds(86_400)) { _ in Sweep() },
        // Late enough to be read, early enough to go shopping.
        .daily("occasions", at: 8) { household, day in RemindOfOccasions(household: household, day: day) },
    ]

    static func main() async {
        await WorkerProcess.run("mantel-notification-worker") { environment in
            let worker = WorkerSettings(environment: &environment)
            let postman = Postman.read(from: &environment)
            try environment.validate()
            guard let worker else { throw ConfigurationError(problems: ["the configuration is incomplete"]) }
            let pool = Pool(worker.database, limit: queues.count + sharedLanes + 2)
            let store = Store(pool)
            var service = Worker(
                queues.map { .init($0, lanes: 1) }, sharedLanes: sharedLanes, kinds: JobKinds.all, pool: pool, conninfo: worker.database, streams: JobStreams(worker.redis),
                health: HealthFile(path: worker.healthFile), settings: worker.running)
            service.handle(CheckBudget.self) { check, context in
                let watchers = try await store.budgetWatchers(for: check)
                try await context.finish { transaction in
                    for member in watchers { try await store.noticeCrossings(of: check, for: member, in: transaction) }
                }
            }
            service.handle(CheckCategory.self) { check, context in
                let watchers = try await store.categoryWatchers(for: check)
                try await context.finish { transaction in
                    for member in watchers { try await store.noticeCrossings(of: check, for: member, in: transaction) }
                }
            }
            service.handle(SendNotice.self) { job, context in
                try await Mailing(job, store: store, postman: postman).run(context)
            }
            service.handle(SendDigest.self) { job, context in
                try await Mailing(job, store: store, postman: postman).run(context)
            }
            service.handle(RemindOfOccasions.self) { job, context in
                let members = try await store.members(toRemind: job)
                try await context.finish { transaction in
                    for member in members { try await store.remind(member, by: job, in: transaction) }
                }
            }
            service.handle(Sweep.self) { _, _ in try await store.sweep() }
            return WorkerProcess(settings: worker, pool: pool, worker: service, timetable: Timetable(pool: pool, schedules: schedules))
        }
    }
}
