import PostgreSQL
import Testing

/// What a household's pages cost does not grow with the number of other households.
@Suite(.serialized, .town(of: 20_000)) struct QueryPlanTests {
    private var town: Town { get throws { try #require(Town.current) } }

    @Test func `there are a million gifts of twenty thousand households`() async throws {
        let row = try await town.owner.query("SELECT count(*)::int AS gifts, count(DISTINCT household_id)::int AS households FROM gift").first
        #expect(try row?["gifts"] as Int? == 1_000_000)
        #expect(try row?["households"] as Int? == 20_000)
        #expect(try town.home.rows["gift"] == 50)
    }

    /// Planned for its values at first, and without them once it has been asked a few times: both plans are looked at.
    @Test(arguments: HotQuestion.allCases) func `a household's question touches its own rows alone`(question: HotQuestion) async throws {
        let town = try town, home = town.home
        try await town.asAPI { store, pool in
            for time in 1...8 {
                let touched = try await Footprint.of(pool, in: town) { try await question.ask(store, of: home) }
                #expect(touched.pages > 0, "nothing was counted")
                let excess = touched.excess(in: home)
                #expect(excess.isEmpty, "\(question), time \(time)")
            }
        }
    }
}
