/// What happened to one budget, in the order of its positions, as one viewer may see it.
///
/// Whether an entry crossed a limit is decided from the state just before and just after its position alone,
/// so the answer is the same however late, often or out of order the question is asked.
public struct BudgetHistory: Sendable {
    public enum Change: Sendable, Hashable {
        /// A ledger entry, in minor units; negative for money that came back.
        case spent(Int)
        /// A new limit in minor units; nil lifts it.
        case limit(Int?)
    }

    public struct Step: Sendable, Hashable {
        public var position: Int
        public var change: Change

        public init(position: Int, change: Change) {
            self.position = position
            self.change = change
        }
    }

    /// A budget reached a share of its limit that it had not reached just before.
    public struct Crossing: Sendable, Hashable {
        public var position: Int
        /// Per cent of the limit.
        public var threshold: Int
        /// What is spent beyond the limit, in minor units; below 0 while there is something left.
        public var over: Int
        public var limit: Int
    }

    private let steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps.sorted { $0.position < $1.position } }

    /// The highest of `thresholds` (per cent of the limit) that the step at `position` crossed, or nil for none: one
    /// entry gives one crossing, however much it takes. 100 is crossed by what is over the limit, less by what reaches it.
    public func crossing(at position: Int, thresholds: [Int] = [100]) -> Crossing? {
        var spent = 0
        var limit: Int?
        for step in steps {
            let before = Self.reached(spent, of: limit, thresholds)
            switch step.change {
            case .spent(let minor): spent += minor
            case .limit(let minor): limit = minor
            }
            guard step.position == position else { continue }
            guard let limit, let now = Self.reached(spent, of: limit, thresholds), now > before ?? 0 else { return nil }
            return Crossing(position: position, threshold: now, over: spent - limit, limit: limit)
        }
        return nil
    }

    /// Whether as much of the limit is spent now, after all steps: a crossing may have been undone since.
    public func stands(at threshold: Int) -> Bool {
        var spent = 0
        var limit: Int?
        for step in steps {
            switch step.change {
            case .spent(let minor): spent += minor
            case .limit(let minor): limit = minor
            }
        }
        return Self.reached(spent, of: limit, [threshold]) != nil
    }

    private static func reached(_ spent: Int, of limit: Int?, _ thresholds: [Int]) -> Int? {
        guard let limit else { return nil }
        return thresholds.filter { threshold in
            // Of nothing there is no part to reach. Rounded up: 80 % of 1.99 is reached by 1.60.
            threshold >= 100 ? spent > limit : limit > 0 && spent >= (limit * threshold + 99) / 100
        }.max()
    }
}
