import API
import Foundation
import HTTPServer
import Jobs
import PostgreSQL
import Secrets
import ServiceKit
import Store
import Web

@main struct MantelAPI {
    static func main() async {
        Signals.prepare()
        if CommandLine.arguments.contains("--health") { exit(await HealthProbe.run()) }
        var environment = Environment()
        do {
            let settings = try APISettings(environment: &environment)
            try await Logger.$current.withValue(Logger(label: "mantel-api", level: settings.logLevel)) { try await serve(settings) }
            exit(0)
        } catch {
            Logger(label: "mantel-api").log(.error, "ended", ["error": "\(error)"])
            exit(error is ConfigurationError || error is SchemaMismatch ? EX_CONFIG : EXIT_FAILURE)
        }
    }

    private static func serve(_ settings: APISettings) async throws {
        let pool = Pool(settings.database, limit: settings.databaseConnections)
        try await Migrator(directory: URL(filePath: settings.migrations)).requireCurrent(pool)
        let store = Store(pool)
        let door = Door(store: store, hasher: PasswordHasher())
        let newsroom = Newsroom()
        let api = API(APIContext(store: store, door: door, linkSecret: settings.secret, origin: settings.origin, newsroom: newsroom))
        let assets = try AssetLibrary(directories: settings.assets.map { URL(filePath: $0) })
        var context = WebContext(store: store, door: door, linkSecret: settings.secret, assets: assets, origin: settings.origin)
        context.programs = { await api.respond(to: $0) }
        let pages = WebPages(context: context)
        let probes = Probes(pool: pool, redis: settings.redis)
        let front = Front(api: api, pages: pages, probes: probes, isBehindProxy: settings.isBehindProxy)
        let server = try HTTPServer(
            address: settings.listen.host, port: settings.listen.port, plan: { front.plan(for: $0) }, redact: Front.redact,
            handler: { await front.respond(to: $0) })
        // The relay borrows one connection of its own pool: requests must not wait for it, nor it for them.
        let relay = Relay(pool: Pool(settings.database, limit: 2), listening: settings.database, streams: JobStreams(settings.redis), settings: .init(lease: settings.lease))
        try await ServiceGroup([server, relay, NewsWire(listening: settings.database, for: newsroom)], grace: .seconds(15)).run()
        await pool.close()
    }
}
