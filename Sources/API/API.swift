public import HTTPServer

/// The JSON API under `/api/v1`.
public struct API: Sendable {
    private let router: Router<APIContext>
    private let context: APIContext

    public init(_ context: APIContext) {
        var router = Router<APIContext>()
        router.explain = { Problem.explaining($0) }
        router.addAccounts()
        router.addHouseholds()
        router.addInvitations()
        router.addOccasions()
        router.addPlans()
        router.addCategories()
        router.addRecipients()
        router.addGifts()
        router.addLedger()
        router.addSharedPurchases()
        router.addContributions()
        router.addRepayments()
        router.addActivity()
        router.addLogistics()
        router.addSurprises()
        router.addGiftImports()
        router.addGiftMemory()
        router.addNotices()
        router.addScans()
        router.addEvents()
        router.addPreferences()
        router.addExport()
        router.addStream()
        router.addAdministration()
        router.addDescription()
        self.router = router
        self.context = context
    }

    /// Every route as method and pattern.
    public var routes: [(method: String, pattern: String)] { router.routes.map { ($0.method, $0.pattern) } }

    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        var response = await router.respond(to: request, context)
        if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    /// What happens to the body of a request, decided from its head.
    public func plan(for head: HTTPRequest, default fallback: BodyPlan) -> BodyPlan { router.plan(for: head, default: fallback) }
}
