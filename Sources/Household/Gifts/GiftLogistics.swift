/// Where a present is and how it comes: for those who give it, not for everybody who may know of it.
public struct GiftLogistics: Sendable, Hashable {
    /// Characters that a hiding place may have.
    public static let longestPlace = 300
    /// Characters that the number of an order or of a parcel may have.
    public static let longestNumber = 100

    /// "Attic, behind the suitcases".
    public var hidingPlace: String?
    /// The last day on which the shop takes it back.
    public var returnBy: Day?
    public var orderNumber: String?
    public var trackingNumber: String?

    public init(hidingPlace: String? = nil, returnBy: Day? = nil, orderNumber: String? = nil, trackingNumber: String? = nil) {
        self.hidingPlace = hidingPlace
        self.returnBy = returnBy
        self.orderNumber = orderNumber
        self.trackingNumber = trackingNumber
    }
}
