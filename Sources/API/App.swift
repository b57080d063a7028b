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
    let access: Access
    let ids: IDGenerator
    /// The bytes of the largest body, an array of items.
    let maxBody: Int
    /// What knows where addresses are, if anything does.
    let places: Places?
    /// The web pages that may read answers.
    let origins: [WebOrigin]
    /// What keeps other pages out, where nobody is asked for a token.
    private let pages: PageGuard?
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
    var recentLists = RecentLists()
    /// Searches of this lane, of which one has a part in each round.
    var searchTurns = SearchTurns()
    /// Room for writing a tag that is only to be compared.
    var scratch = ByteWriter(capacity: 64)

    /// An app of these parts; everything that the outside decides comes in here.
    package init(
        items: any ItemRepository, access: Access, ids: IDGenerator, maxBody: Int = 16 << 20,
        places: Places? = nil, origins: [WebOrigin] = [], pages: PageGuard? = nil,
        metrics: MetricsSource? = nil, isDraining: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) {
        self.items = items
        self.access = access
        self.ids = ids
        self.maxBody = maxBody
        self.places = places
        self.origins = origins
        self.pages = pages
        self.metrics = metrics
        self.isDraining = isDraining
        self.report = report
        router = Router(Route.all) { route in
            access.has(route) && (metrics != nil || !route.tellsMetrics)
        }
        feed = ChangeFeed(items, report: report)
    }

    package func admit(_ request: borrowing Request) -> Admission {
        let little = Admission.body(atMost: Intake.Size.ignored.limit(within: maxBody))
        do throws(Problem) {
            try pages?.check(request, corsPolicy(for: request.head, in: request.bytes))
            guard let match = router.match(request.path),
                let endpoint = match.route.endpoint(for: request.head.method)
            else { return little }
            // Nobody sends all of it only to be told that they are unknown.
            guard match.route.isOpen || isKnown(request) else { return little }
            let intake = endpoint.intake
            try checkType(request, intake.types)
            return .body(atMost: intake.size.limit(within: maxBody))
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
            try pages?.check(request, response.context.corsPolicy)
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
        searchTurns.endRound()
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
            return try answerAnyone(match, request, &response, deferred)
        }
        // Before it is told that there is nothing: not even that is for everyone.
        let visitor = try visitor(request, &response)
        if let token = visitor.token { response.record(owner: token.owner.key) }
        guard let match else { throw .noSuchRoute }
        switch (match.route.endpoint(for: method), visitor.token) {
        case (.owned(let endpoint)?, _):
            return try answerOwner(endpoint, match, of: visitor, request, &response, deferred)
        case (.signedIn(let endpoint)?, let token?):
            return try answerBearer(endpoint, of: token, request, &response, deferred)
        case (.open?, _), (.signedIn?, nil), (nil, _):
            throw .methodNotAllowed(match.route.methods)
        }
    }

    private func answerOwner(
        _ endpoint: Endpoint.Owned, _ match: Router.Match, of visitor: Visitor,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let owner = visitor.owner
        switch (endpoint, match.id) {
        case (.listItems, _): return try listItems(of: owner, request, &response, deferred)
        case (.addItems, _): return try addItems(of: owner, request, deferred)
        case (.patchItems, _): return try patchItems(of: owner, request, deferred)
        case (.deleteItems, _): return try deleteItems(of: owner, request, deferred)
        case (.readChanges, _): return try readChanges(of: visitor, request, &response)
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

    private func answerBearer(
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

    private func answerAnyone(
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
