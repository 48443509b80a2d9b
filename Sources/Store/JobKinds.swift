public import Jobs

/// Every kind of job there is. A worker must handle all kinds of the queues it serves.
public enum JobKinds {
    public static let all: [any Job.Type] = [ReadScan.self, CheckBudget.self, CheckCategory.self, SendNotice.self, SendDigest.self, SendInvitation.self, RemindOfOccasions.self, Sweep.self]
}
