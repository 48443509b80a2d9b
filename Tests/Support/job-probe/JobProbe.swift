import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import Redis
import ServiceKit

/// A worker in a process of its own, which a test may kill.
@main struct JobProbe {
    static func main() async throws {
        Signals.prepare()
        var environment = Environment()
        let database: String? = environment.value("PROBE_DATABASE")
        let redis: RedisAddress? = environment.value("PROBE_REDIS")
        let prefix: String? = environment.value("PROBE_PREFIX")
        let lease: Double? = environment.value("PROBE_LEASE", default: 2)
        let lanes: Int? = environment.value("PROBE_LANES", default: 4)
        try environment.validate()
        guard let database, let redis, let prefix, let lease, let lanes else { return }

        var settings = Worker.Settings()
        settings.lease = .seconds(lease)
        settings.patience = .seconds(1)
        settings.grace = .seconds(1)
        settings.housekeeping = .seconds(1)
        var worker = Worker(
            [.init("probe", lanes: lanes)], kinds: probeKinds, pool: Pool(database, limit: lanes + 2), conninfo: database,
            streams: JobStreams(redis, prefix: prefix), settings: settings)
        worker.handleProbeJobs()
        try await ServiceGroup([worker], grace: .seconds(8)).run()
    }
}
