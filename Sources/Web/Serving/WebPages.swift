public import HTTPServer
import PostgreSQL
import Secrets
import Store

/// Everything that people see: all paths but those of the programs' interface.
public struct WebPages: Sendable {
    public let router: Router<WebContext>
    private let context: WebContext

    public init(context: WebContext) {
        var router = Router<WebContext>()
        router.addDoor()
        router.addToday()
        router.addOccasions()
        router.addOccasionSettings()
        router.addCategories()
        router.addGifts()
        router.addGiftImports()
        router.addActivity()
        router.addSettlements()
        router.addChipIns()
        router.addGiftSteps()
        router.addScans()
        router.addCalendar()
        router.addNotices()
        router.addHousehold()
        router.addCopies()
        router.addAdministration()
        router.addAssets()
        router.explain = Problem.init(explaining:)
        router.present = { problem, request in ProblemPage.answer(to: problem, of: request, context) }
        self.router = router
        self.context = context
    }

    /// The answer to any request; what is not there is a page that says so.
    public func respond(to request: HTTPRequest) async -> HTTPResponse { await router.respond(to: request, context) }

    /// What happens to the body of a request with this head.
    public func plan(for head: HTTPRequest, default fallback: BodyPlan) -> BodyPlan { router.plan(for: head, default: fallback) }
}

extension Router<WebContext> {
    mutating func addAssets() {
        let show: Endpoint = { request, _, context in
            guard let asset = context.assets.asset(at: request.path) else { throw Problem.notFound }
            return HTTPResponse(
                status: 200,
                headers: [
                    "Content-Type": asset.contentType, "Cache-Control": AssetLibrary.cacheControl, "X-Content-Type-Options": "nosniff",
                    "Cross-Origin-Resource-Policy": "same-origin",
                ],
                body: .bytes(asset.bytes))
        }
        on("GET", "/assets/:hash/:name", show)
        on("GET", "/assets/:hash/:directory/:name", show)
    }
}

extension Problem {
    /// What an error of the layers below means to a browser; nil for a fault of ours.
    init?(explaining error: any Error) {
        switch error {
        case StoreError.signedOut: self = Problem(401, title: "Sign in first")
        case StoreError.notFound: self = .notFound
        case StoreError.forbidden(let reason): self = Problem(403, title: "That is not for you to do", detail: reason)
        case StoreError.conflict(let type, let detail): self = Problem(409, type: "/problems/\(type)", title: "That does not fit", detail: detail)
        case StoreError.stale:
            self = Problem(412, title: "Somebody else changed it", detail: "Somebody else changed this since you opened it. Open it again to see what it is now.")
        case StoreError.invalid(_, let detail): self = Problem(422, title: "That does not fit", detail: "What was chosen \(detail).")
        case is PasswordHasher.Busy, is PoolTimeout: self = .busy(retryAfter: 5)
        case let error as PostgreSQLError where error.reason == .connection: self = .busy(retryAfter: 5)
        default: return nil
        }
    }

    /// A form that came from a page of somebody else.
    static let foreignForm = Problem(403, type: "/problems/foreign-form", title: "This came from somewhere else")

    /// A form whose token belongs to another session.
    static let expiredForm = Problem(403, type: "/problems/expired-form", title: "The page was open for too long")
}
