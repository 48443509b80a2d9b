import Household
import HTTPServer
import Store

/// What a giver keeps to themselves, and who would rather be surprised.
extension GiftHandlers {
    func setLogistics(of id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let gift = try await gift(id)
        let logistics = GiftLogistics(
            hidingPlace: form.optionalText("place", upTo: GiftLogistics.longestPlace), returnBy: form.day("return-by"),
            orderNumber: form.optionalText("order", upTo: GiftLogistics.longestNumber),
            trackingNumber: form.optionalText("tracking", upTo: GiftLogistics.longestNumber))
        guard form.isSound else { return try await show("\(gift.occasion)", refused: Refused(gift: id, logistics: form.entries)) }
        _ = try await room.store.setLogistics(logistics, of: id, on: gift.occasion, as: room.caller)
        return see(gift, saying: .saved)
    }

    func beSurprised() async throws -> HTTPResponse {
        try await room.store.beSurprised(by: recipient, as: room.caller)
        return room.see("/gifts/\(recipient)", saying: .saved)
    }

    func beTold() async throws -> HTTPResponse {
        try await room.store.beTold(of: recipient, as: room.caller)
        return room.see("/gifts/\(recipient)", saying: .saved)
    }
}
