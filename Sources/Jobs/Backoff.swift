/// A pause that doubles with each failure in a row, spread by half so that processes do not fall into step.
struct Backoff {
    private let first: Duration
    private let ceiling: Duration
    private(set) var failures = 0

    init(first: Duration = .milliseconds(100), ceiling: Duration = .seconds(5)) {
        self.first = first
        self.ceiling = ceiling
    }

    mutating func reset() { failures = 0 }

    /// Returns at once when the task is cancelled.
    mutating func pause() async {
        let pause = min(first * (1 << min(failures, 20)), ceiling) * Double.random(in: 0.5...1.5)
        failures += 1
        try? await Task.sleep(for: pause)
    }
}
