import Delivery
import Jobs
import Mailing
import PostgreSQL
import Secrets
import ServiceKit
import Store

@main struct ExchangeWorker {
    static func main() async {
        await WorkerProcess.run("mantel-exchange-worker") { environment in
            let worker = WorkerSettings(environment: &environment)
            let postman = Postman.read(from: &environment)
            let secret = LinkSecret.read(from: &environment)
            try environment.validate()
            guard let worker, let secret else { throw ConfigurationError(problems: ["the configuration is incomplete"]) }
            let pool = Pool(worker.database, limit: 4)
            let store = Store(pool)
            var service = Worker(
                [.init("draw", lanes: 1), .init("invitation", lanes: 2)], kinds: JobKinds.all, pool: pool, conninfo: worker.database,
                streams: JobStreams(worker.redis), health: HealthFile(path: worker.healthFile), settings: worker.running)
            service.handle(SendInvitation.self) { job, context in
                try await Mailing(job, store: store, postman: postman, secret: secret).run(context)
            }
            return WorkerProcess(settings: worker, pool: pool, worker: service)
        }
    }
}
