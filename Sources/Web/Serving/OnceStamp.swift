import Foundation
import Household
import HTTPServer
import Secrets
import ServiceKit

/// What a form carries so that it enters what it says once, however often it is sent.
///
/// A moment, and nothing drawn at random: two looks at the same moment are the same to the byte. It is no secret, and
/// picks no identifier by itself.
struct OnceStamp: Sendable {
    static let fieldName = "once"
    var value = "0"

    init(value: String = "0") { self.value = value }

    init(at moment: Date) { value = String(Int(moment.timeIntervalSince1970 * 1_000_000)) }

    var field: HTML { #"<input type=hidden name=once value="\#(value)">"# }
}

extension Room {
    /// The identifier for what a form makes: the same where the same person sends the same form with the same stamp and
    /// the same words in it, and another where any of them differs. One without a stamp makes something each time.
    /// - Parameter part: which of several things that one form makes.
    func id<Subject>(madeBy form: FormReader, _ part: String = "") -> Identifier<Subject> {
        guard form.has(OnceStamp.fieldName) else { return Identifier(.v7()) }
        let typed = form.entries.values.sorted { $0.key < $1.key }.map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
        return Identifier(context.linkSecret.identifier(of: "form\n\(me)\n\(visit.request.path)\n\(part)\n\(typed)"))
    }

    /// A member as pages show them; somebody who left is still in the books.
    func face(of member: Member.ID) -> Face {
        members.first { $0.id == member }.map { Face(name: $0.name, paper: Paper($0.paper)) } ?? Face(name: "Somebody who left", paper: Paper(0))
    }
}
