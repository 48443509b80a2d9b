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

    /// A budget went from within its limit to over it.
    public struct Crossing: Sendable, Hashable {
        public var position: Int
        /// By how much the limit is passed, in minor units; above 0.
        public var over: Int
        public var limit: Int
    }

    private let steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps.sorted { $0.position < $1.position } }

    /// The crossing that the step at `position` caused, or nil where it caused none.
    public func crossing(at position: Int) -> Crossing? {
        var spent = 0
        var limit: Int?
        for step in steps {
            let wasOver = limit.map { spent > $0 } ?? false
            switch step.change {
            case .spent(let minor): spent += minor
            case .limit(let minor): limit = minor
            }
            guard step.position == position else { continue }
            guard let limit, spent > limit, !wasOver else { return nil }
            return Crossing(position: position, over: spent - limit, limit: limit)
        }
        return nil
    }
}
