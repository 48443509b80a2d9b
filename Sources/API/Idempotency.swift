import Foundation
import Household
import HTTPServer
import Secrets
import ServiceKit
import Store

extension APIContext {
    /// The identifier for what a POST makes. With an `Idempotency-Key` it is derived from the session, the path
    /// and the key, so that the same request sent twice makes one thing and gets its answer again.
    func newID<Subject>(_ request: HTTPRequest) throws(Problem) -> Identifier<Subject> {
        guard let key = request.headers["Idempotency-Key"] else { return Identifier(.v7()) }
        guard (1...200).contains(key.utf8.count) else {
            throw Problem(400, title: "The Idempotency-Key is not valid", detail: "Send 1 to 200 characters.")
        }
        return Identifier(linkSecret.identifier(of: "\(try session(request).hash)\n\(request.method) \(request.path)\n\(key)"))
    }
}
