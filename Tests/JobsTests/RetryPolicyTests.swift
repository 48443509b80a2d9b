import Jobs
import Testing

@Suite struct RetryPolicyTests {
    @Test func `pauses double up to the ceiling, each spread by half`() {
        let policy = RetryPolicy.exponential(attempts: 9, first: .seconds(2), ceiling: .seconds(60))
        for (attempt, middle) in [(1, 2.0), (2, 4), (3, 8), (5, 32), (6, 60), (60, 60)] {
            let pauses = (0..<200).map { _ in policy.delay(attempt) }
            #expect(pauses.allSatisfy { $0 >= .seconds(middle * 0.5) && $0 <= .seconds(middle * 1.5) })
            // Jitter: two hundred failures must not come back together.
            #expect(Set(pauses).count > 100)
        }
    }
}
