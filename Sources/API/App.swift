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
    let ids: IDs
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
        items: any ItemRepository, access: Access, ids: IDs, maxBody: Int = 16 << 20,
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
            try pages?.check(request, sharing(request.head, in: request.bytes))
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
        _ request: borrowing Request, _ response: inout ResponseWriter, later: Reply
    ) -> Answering {
        do throws(Problem) {
            try pages?.check(request, response.terms.sharing)
            return try route(request, &response, later)
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
        settle()
    }

    package func settle() {
        feed.settle()
        searchTurns.settle()
        do throws(StorageFailure) {
            try items.settle()
        } catch {
            report(error)
        }
    }

    private func route(
        _ request: borrowing Request, _ response: inout ResponseWriter, _ later: Reply
    ) throws(Problem) -> Answering {
        let method = request.head.method
        if method == .options, request.isAboutServer {
            return options(Method.allCases, request, &response)
        }
        let match = router.match(request.path)
        if let match { response.note(route: match.number) }
        if method == .options, match != nil || isPreflight(request, response) {
            return options(match?.route.methods ?? [], request, &response)
        }
        if let match, match.route.isOpen {
            return try answerAnyone(match, request, &response, later)
        }
        // Before it is told that there is nothing: not even that is for everyone.
        let visitor = try visitor(request, &response)
        if let bearer = visitor.bearer { response.note(owner: bearer.owner.key) }
        guard let match else { throw .noSuchRoute }
        switch (match.route.endpoint(for: method), visitor.bearer) {
        case (.owned(let endpoint)?, _):
            return try answerOwner(endpoint, match, of: visitor, request, &response, later)
        case (.signedIn(let endpoint)?, let bearer?):
            return try answerBearer(endpoint, of: bearer, request, &response, later)
        case (.open?, _), (.signedIn?, nil), (nil, _):
            throw .methodNotAllowed(match.route.methods)
        }
    }

    private func answerOwner(
        _ endpoint: Endpoint.Owned, _ match: Router.Match, of visitor: Visitor,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ later: Reply
    ) throws(Problem) -> Answering {
        let owner = visitor.owner
        switch (endpoint, match.id) {
        case (.listItems, _): return try listItems(of: owner, request, &response, later)
        case (.addItems, _): return try addItems(of: owner, request, later)
        case (.patchItems, _): return try patchItems(of: owner, request, later)
        case (.deleteItems, _): return try deleteItems(of: owner, request, later)
        case (.readChanges, _): return try readChanges(of: visitor, request, &response)
        case (.readItem, let id?): return try readItem(id, of: owner, request, &response)
        case (.putItem, let id?): return try putItem(id, of: owner, request, later)
        case (.patchItem, let id?): return try patchItem(id, of: owner, request, later)
        case (.deleteItem, let id?): return try deleteItem(id, of: owner, request, later)
        case (.batch, _): return try batch(of: owner, request, later)
        case (.undo, _):
            guard let revision = match.revision else { throw .noSuchRoute }
            return undo(revision, of: owner, request, later)
        case (.listScreen, _): return try listScreen(of: owner, request, &response, later)
        case (.coordinates, _): return try coordinates(request, &response, later)
        case (.readItem, nil), (.putItem, nil), (.patchItem, nil), (.deleteItem, nil):
            throw .noSuchRoute
        }
    }

    private func answerBearer(
        _ endpoint: Endpoint.SignedIn, of bearer: Bearer, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ later: Reply
    ) throws(Problem) -> Answering {
        switch endpoint {
        case .readAccount: try readAccount(of: bearer, request, &response)
        case .removeAccount: try removeAccount(of: bearer, request, later)
        case .readSession: try readSession(of: bearer, request, &response)
        case .signOut: try signOut(of: bearer, request, later)
        }
    }

    private func answerAnyone(
        _ match: Router.Match, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ later: Reply
    ) throws(Problem) -> Answering {
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
        case .signUp: return try signUp(request, later)
        case .signIn: return try signIn(request, later)
        }
    }

    private func options(
        _ methods: [Method], _ request: borrowing Request, _ response: inout ResponseWriter
    ) -> Answering {
        response.start(.noContent)
        if !methods.isEmpty { response.allow(methods) }
        if methods.contains(.patch) { response.acceptPatch() }
        if isPreflight(request, response) { response.preflightFields() }
        response.finish()
        return .written
    }
}
