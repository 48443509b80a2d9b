import Foundation
import Household
import PostgreSQL
import Recognition
import Secrets
import ServiceKit
import Store

/// Fills in a family to look around in. The database must be reached as the API's role.
enum DemoCommand {
    static func run() async throws {
        let settings = try DatabaseSettings()
        var environment = Environment()
        let origin: WebOrigin? = environment.value("MANTEL_ORIGIN", default: .local)
        try environment.validate()
        let pool = Pool(settings.database, limit: 2)
        let family = DemoFamily(store: Store(pool), hasher: PasswordHasher())
        let today = (Zone("Europe/Dublin") ?? .utc).day(at: .now)
        let isNew = try await family.fill(today: today, flyer: try flyer(for: today.adding(days: 11)))
        await pool.close()
        print("""
            \(isNew ? "The Byrnes have moved in." : "The Byrnes are there already.") Open \(origin ?? .local) and sign in as \
            \(DemoFamily.addresses.joined(separator: " or ")) with the password \(DemoFamily.password)
            """)
    }

    private static func flyer(for day: Day) throws -> [UInt8] {
        try Poster([
            .init("Winter Fair", size: 110), .init("at St Anne's School", size: 48), .init(DayText().full(day), size: 44),
            .init("2 pm to 5 pm", size: 44), .init("School hall, 4 Mill Lane", size: 40), .init("Cakes, raffle, brass band", size: 34),
        ]).jpeg()
    }
}
