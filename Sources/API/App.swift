import Accounts
package import HTTP
package import Items

/// Answers the requests of one lane: routes them, and turns every error into a problem document.
///
/// The endpoints are its extensions, one file for each group. Only touched on its lane.
package final class App: Handler {
    /// The paths of the routes, of which the first is noted as 1.
    package static let routes = Route.all.map(\.path)

    let items: any ItemRepository
    let authMode: AuthMode
    let ids: IDGenerator
    /// The bytes of the largest body, an array of items.
    let maxBody: Int
    /// What knows where addresses are, if anything does.
    let geocoding: GeocodingServices?
    /// The web pages that may read answers.
    let origins: [WebOrigin]
    /// What keeps other pages out, where nobody is asked for a token.
    private let crossSite: CrossSiteGuard?
    /// What is counted, where this address is to tell it.
    let metrics: MetricsSource?
    /// Whether the server is going down.
    let isDraining: @Sendable () -> Bool
    /// Tells the operator of a failure that clients are told of in general words only.
    let report: @Sendable (StorageFailure) -> Void
    private let router: Router
    /// The document of the request at hand; it keeps its memory from one request to the next.
    var document = JSONDocument()
    /// What the live streams of this lane have in common.
    let feed: ChangeFeed
    /// What lists were answered lately.
    var listCache = ListResponseCache()
    /// Searches of this lane, of which one has a part in each round.
    var searchThrottle = SearchThrottle()
    /// Room for writing a tag that is only to be compared.
    var scratch = ByteWriter(capacity: 64)

    /// An app of these parts; everything that the outside decides comes in here.
    package init(
        items: any ItemRepository, authMode: AuthMode, ids: IDGenerator, maxBody: Int = 16 << 20,
        geocoding: GeocodingServices? = nil, origins: [WebOrigin] = [],
        crossSite: CrossSiteGuard? = nil,
        metrics: MetricsSource? = nil, isDraining: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) {
        self.items = items
        self.authMode = authMode
        self.ids = ids
        self.maxBody = maxBody
        self.geocoding = geocoding
        self.origins = origins
        self.crossSite = crossSite
        self.metrics = metrics
        self.isDraining = isDraining
        self.report = report
        router = Router(Route.all) { route in
            authMode.serves(route) && (metrics != nil || !route.servesMetrics)
        }
        feed = ChangeFeed(items, report: report)
    }

    package func admit(_ request: borrowing Request) -> Admission {
        let little = Admission.body(atMost: BodyPolicy.Size.ignored.limit(within: maxBody))
        do throws(Problem) {
            try crossSite?.check(request, corsPolicy(for: request.head, in: request.bytes))
            guard let match = router.match(request.path),
                let endpoint = match.route.endpoint(for: request.head.method)
            else { return little }
            // Nobody sends all of it only to be told that they are unknown.
            guard match.route.isOpen || isAuthenticated(request) else { return little }
            let bodyPolicy = endpoint.bodyPolicy
            try checkType(request, bodyPolicy.types)
            return .body(atMost: bodyPolicy.size.limit(within: maxBody))
        } catch {
            // Chunks may hold nothing, which is of any type.
            let mayBeEmpty = request.head.framing == .chunked
            return error.kind == .unsupportedMediaType && mayBeEmpty ? little : .none
        }
    }

    package func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, deferred: DeferredResponse
    ) -> HandlerResult {
        do throws(Problem) {
            try crossSite?.check(request, response.context.corsPolicy)
            return try route(request, &response, deferred)
        } catch {
            response.startOver()
            if case .storage(let failure) = error { report(failure) }
            error.write(to: &response)
            return .written
        }
    }

    package func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        Problem.badRequest(fault).write(to: &response)
    }

    package func refuseSlowHead(_ response: inout ResponseWriter) {
        Problem.tooSlow.write(to: &response)
    }

    /// Connects to the database, which takes longer than most requests.
    package func begin() {
        do throws(StorageFailure) {
            try checkStorage()
        } catch {
            report(error)
        }
        endRound()
    }

    package func endRound() {
        feed.endRound()
        searchThrottle.endRound()
        do throws(StorageFailure) {
            try items.endRound()
        } catch {
            report(error)
        }
    }

    private func route(
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let method = request.head.method
        if method == .options, request.isAboutServer {
            return options(Method.allCases, request, &response)
        }
        let match = router.match(request.path)
        if let match { response.record(route: match.number) }
        if method == .options, match != nil || isPreflight(request, response) {
            return options(match?.route.methods ?? [], request, &response)
        }
        if let match, match.route.isOpen {
            return try answerOpen(match, request, &response, deferred)
        }
        // Before it is told that there is nothing: not even that is for everyone.
        let caller = try caller(request, &response)
        if let token = caller.token { response.record(owner: token.owner.key) }
        guard let match else { throw .noSuchRoute }
        switch (match.route.endpoint(for: method), caller.token) {
        case (.owned(let endpoint)?, _):
            return try answerOwned(endpoint, match, of: caller, request, &response, deferred)
        case (.signedIn(let endpoint)?, let token?):
            return try answerSignedIn(endpoint, of: token, request, &response, deferred)
        case (.open?, _), (.signedIn?, nil), (nil, _):
            throw .methodNotAllowed(match.route.methods)
        }
    }

    private func answerOwned(
        _ endpoint: Endpoint.Owned, _ match: Router.Match, of caller: Caller,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let owner = caller.owner
        switch (endpoint, match.id) {
        case (.listItems, _): return try listItems(of: owner, request, &response, deferred)
        case (.addItems, _): return try addItems(of: owner, request, deferred)
        case (.patchItems, _): return try patchItems(of: owner, request, deferred)
        case (.deleteItems, _): return try deleteItems(of: owner, request, deferred)
        case (.readChanges, _): return try readChanges(of: caller, request, &response)
        case (.readItem, let id?): return try readItem(id, of: owner, request, &response)
        case (.putItem, let id?): return try putItem(id, of: owner, request, deferred)
        case (.patchItem, let id?): return try patchItem(id, of: owner, request, deferred)
        case (.deleteItem, let id?): return try deleteItem(id, of: owner, request, deferred)
        case (.batch, _): return try batch(of: owner, request, deferred)
        case (.undo, _):
            guard let revision = match.revision else { throw .noSuchRoute }
            return undo(revision, of: owner, request, deferred)
        case (.listScreen, _): return try listScreen(of: owner, request, &response, deferred)
        case (.coordinates, _): return try coordinates(request, &response, deferred)
        case (.readItem, nil), (.putItem, nil), (.patchItem, nil), (.deleteItem, nil):
            throw .noSuchRoute
        }
    }

    private func answerSignedIn(
        _ endpoint: Endpoint.SignedIn, of token: AuthenticatedToken, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        switch endpoint {
        case .readAccount: try readAccount(of: token, request, &response)
        case .removeAccount: try removeAccount(of: token, request, deferred)
        case .readSession: try readSession(of: token, request, &response)
        case .signOut: try signOut(of: token, request, deferred)
        }
    }

    private func answerOpen(
        _ match: Router.Match, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        guard case .open(let endpoint)? = match.route.endpoint(for: request.head.method) else {
            throw .methodNotAllowed(match.route.methods)
        }
        switch endpoint {
        case .health: return health(&response)
        case .readiness: return try readiness(&response)
        case .metrics: return try showMetrics(request, &response)
        case .description: return try describe(request, &response)
        case .problemPage:
            guard let kind = match.problem else { throw .noSuchRoute }
            return try problemPage(kind, request, &response)
        case .signUp: return try signUp(request, deferred)
        case .signIn: return try signIn(request, deferred)
        }
    }

    private func options(
        _ methods: [Method], _ request: borrowing Request, _ response: inout ResponseWriter
    ) -> HandlerResult {
        response.start(.noContent)
        if !methods.isEmpty { response.allow(methods) }
        if methods.contains(.patch) { response.acceptPatch() }
        if isPreflight(request, response) { response.corsPreflightFields() }
        response.finish()
        return .written
    }
}
