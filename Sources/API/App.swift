import Accounts
package import HTTP
package import Items
package import Page

/// Routes the requests of one lane and turns every error into a problem document.
///
/// The endpoints are extensions, one file for each group. Only touched on its lane.
package final class App: Handler {
    /// The routes' paths, in the order of their numbers, which begin at 1.
    package static let routes = Route.all.map(\.path)

    let items: any ItemRepository
    let authMode: AuthMode
    let ids: IDGenerator
    /// The largest body in bytes: an array of items.
    let maxBody: Int
    /// The geocoder and its cache; nil without a geocoder.
    let geocoding: GeocodingServices?
    /// The origins whose pages may read responses (CORS).
    let origins: [WebOrigin]
    /// Refuses requests of other sites' pages on a server without accounts.
    private let crossSite: CrossSiteGuard?
    /// The to-do app for browsers; nil if the operator has turned it off.
    let page: Page?
    /// The source of `/metrics`; nil if this address does not serve it.
    let metrics: MetricsSource?
    /// Whether the server is draining.
    let isDraining: @Sendable () -> Bool
    /// Reports a failure to the operator; clients get no details of it.
    let report: @Sendable (StorageFailure) -> Void
    private let router: Router
    /// The parsed body of the current request; its memory is reused.
    var document = JSONDocument()
    /// The reads of requests that are repeated; nil for a repository with immediate results.
    let reads: LaneReads?
    /// State shared by the live streams of this lane.
    let feed: ChangeFeed
    /// Recent list responses of this lane.
    var listCache = ListResponseCache()
    /// Limits this lane's searches to one time slice a round.
    var searchThrottle = SearchThrottle()
    /// Scratch buffer for tags that are compared.
    var scratch = ByteWriter(capacity: 64)

    /// Creates an app from its dependencies.
    package init(
        items: any ItemRepository, authMode: AuthMode, ids: IDGenerator, maxBody: Int = 16 << 20,
        geocoding: GeocodingServices? = nil, origins: [WebOrigin] = [],
        crossSite: CrossSiteGuard? = nil, page: Page? = nil,
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
        self.page = page
        self.metrics = metrics
        self.isDraining = isDraining
        self.report = report
        router = Router(Route.all) { route in
            authMode.serves(route) && (metrics != nil || !route.servesMetrics)
                && (page != nil || !route.servesPage)
        }
        reads = items.remoteReads.map { LaneReads($0) }
        feed = ChangeFeed(items, areRemote: reads != nil)
    }

    package var upstream: (any Upstream)? { reads }

    package func admit(_ request: borrowing Request) -> Admission {
        guard let reads else { return admission(of: request) }
        reads.resume(request.handle)
        let admission = admission(of: request)
        if admission == .again {
            reads.suspend(request.handle)
        } else {
            reads.admit(request.handle)
        }
        return admission
    }

    private func admission(of request: borrowing Request) -> Admission {
        let little = Admission.body(atMost: BodyPolicy.Size.ignored.limit(within: maxBody))
        do throws(Problem) {
            try crossSite?.check(request, corsPolicy(for: request.head, in: request.bytes))
            guard let match = router.match(request.path),
                let endpoint = match.route.endpoint(for: request.head.method)
            else { return little }
            // A caller that will be refused need not send a large body to get its 401 or 403, nor any
            // if it asks first.
            if !match.route.isOpen(to: request.head.method) {
                guard try permits(request, on: match.route) else {
                    return request.head.expectsContinue ? .none : little
                }
            }
            let bodyPolicy = endpoint.bodyPolicy
            try checkType(request, bodyPolicy.types)
            return .body(atMost: bodyPolicy.size.limit(within: maxBody))
        } catch {
            if case .storage(.pending) = error { return .again }
            // A chunked body may be empty, and then its type does not matter.
            let mayBeEmpty = request.head.framing == .chunked
            return error.kind == .unsupportedMediaType && mayBeEmpty ? little : .none
        }
    }

    package func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, deferred: DeferredResponse
    ) -> HandlerResult {
        reads?.resume(request.handle)
        do throws(Problem) {
            try crossSite?.check(request, response.context.corsPolicy)
            let result = try route(request, &response, deferred)
            reads?.end(request.handle)
            return result
        } catch {
            if let reads {
                if case .storage(.pending) = error {
                    reads.suspend(request.handle)
                    return .again
                }
                reads.end(request.handle)
            }
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

    /// Opens the lane's database connection before the first request, since that is slow. The lane
    /// opens that of an upstream itself.
    package func begin() {
        guard reads == nil else { return }
        do throws(StorageFailure) {
            try checkStorage()
        } catch {
            report(error)
        }
        endRound()
    }

    package func endRound() {
        feed.endRound()
        reads?.endRound()
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
        if let match, match.route.isOpen(to: method) {
            return try answerOpen(match, request, &response, deferred)
        }
        // Authentication comes before 404: the existence of a path is not public either.
        let caller = try caller(request, &response)
        if let token = caller.token {
            response.record(owner: token.owner.key)
            guard method.isSafe || token.permits(method, on: match?.route) else {
                throw .readOnlyToken
            }
        }
        guard let match else { throw router.mismatch(request.path) }
        switch (match.route.endpoint(for: method), caller.token) {
        case (.owned(let endpoint)?, _):
            return try answerOwned(endpoint, match, of: caller, request, &response, deferred)
        case (.signedIn(let endpoint)?, let token?):
            return try answerSignedIn(endpoint, match, of: token, request, &response, deferred)
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
        _ endpoint: Endpoint.SignedIn, _ match: Router.Match, of token: AuthenticatedToken,
        _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        switch endpoint {
        case .readAccount: return try readAccount(of: token, request, &response)
        case .changeAccount: return try changeAccount(of: token, request, deferred)
        case .removeAccount: return try removeAccount(of: token, request, deferred)
        case .listSessions: return try listSessions(of: token, request, &response)
        case .readSession: return try readSession(of: token, request, &response)
        case .signOut: return try signOut(of: token, request, deferred)
        case .revokeSession:
            guard let handle = match.handle else { throw .noSuchRoute }
            return try revokeSession(handle, of: token, request, deferred)
        case .addToken: return try addToken(by: token, request, deferred)
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
        case .description: return try describe(request, &response, .yaml)
        case .descriptionInJSON: return try describe(request, &response, .json)
        case .reference: return try showReference(request, &response)
        case .problemPage:
            guard let kind = match.problem else { throw .noSuchRoute }
            return try problemPage(kind, request, &response)
        case .page: return try showPage(request, &response)
        case .pageFile: return try showPageFile(request, &response)
        case .pageWorker: return try showPagePart(\.worker, request, &response)
        case .pageManifest: return try showPagePart(\.manifest, request, &response)
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
