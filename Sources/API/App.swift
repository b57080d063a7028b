import Accounts
package import HTTP
package import Items

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
    let hostAndOrigin: HostAndOriginGuard?
    /// The to-do app for browsers; nil if the operator has turned it off.
    let page: Page?
    /// What assistants need; nil if the operator has turned them off.
    let assistants: Assistants?
    let exchange: ExchangeServices
    /// What subscriptions need; nil on a server that tells no reminders.
    let push: PushServices?
    /// The source of `/metrics`; nil if this address does not serve it.
    let metrics: MetricsSource?
    /// What a sandbox does to requests; nil on every other server.
    let faults: InjectedFaults?
    let isDraining: @Sendable () -> Bool
    /// Reports a failure to the operator; clients get no details of it.
    let report: @Sendable (StorageFailure) -> Void
    let router: Router
    /// The parsed body of the current request; its memory is reused.
    var document = JSONDocument()
    /// The requests that wait, while the lane advances them; nil otherwise.
    var waiting: (any WaitingRequests)?
    /// The decision about the last request that was admitted; used again when its response is
    /// written.
    var spare = AdmittedRequest()
    /// State shared by the live streams of this lane.
    let feed: ChangeFeed
    /// Recent list responses of this lane.
    var listCache = ListResponseCache()

    /// Creates an app from its dependencies.
    package init(
        items: any ItemRepository, authMode: AuthMode, ids: IDGenerator, maxBody: Int = 16 << 20,
        geocoding: GeocodingServices? = nil, origins: [WebOrigin] = [],
        hostAndOrigin: HostAndOriginGuard? = nil, page: Page? = nil,
        assistants: Assistants? = nil, exchange: ExchangeServices = ExchangeServices(),
        push: PushServices? = nil, metrics: MetricsSource? = nil, faults: InjectedFaults? = nil,
        isDraining: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) {
        self.items = items
        self.authMode = authMode
        self.ids = ids
        self.maxBody = maxBody
        self.geocoding = geocoding
        self.origins = origins
        self.hostAndOrigin = hostAndOrigin
        self.page = page
        self.assistants = assistants
        self.exchange = exchange
        self.push = push
        self.metrics = metrics
        self.faults = faults
        self.isDraining = isDraining
        self.report = report
        router = Router(Route.all) { route in
            authMode.serves(route) && (metrics != nil || !route.servesMetrics)
                && (page != nil || !route.servesPage)
                && (assistants != nil || !route.servesAssistants)
                && (push != nil || !route.servesReminders)
        }
        feed = ChangeFeed()
    }

    package func begin(on loop: EventLoop, at now: Int) {
        items.begin(
            polledBy: PollRegistration(
                watch: loop.watch, unwatch: loop.unwatch, wake: loop.wake),
            at: now)
        // A database that is a file is opened before the first request, because that is slow.
        switch authMode {
        case .anonymous(let owner):
            items.perform(.revision(owner)) { items in
                check { () throws(StorageFailure) in _ = try items.revision(of: owner) }
            } later: {
                { _ in }
            }
        case .accounts(let accounts):
            accounts.repository.perform(.revocations) { accounts in
                check { () throws(StorageFailure) in _ = try accounts.revocations() }
            } later: {
                { _ in }
            }
        }
        endRound(at: now)
    }

    package func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult {
        guard let admitted = admitted as? AdmittedRequest else {
            preconditionFailure("a request that this handler did not admit")
        }
        response.record(route: admitted.route)
        if Router.isSecret(request.path) { response.hidePath() }
        if admitted.isAuthenticated { response.vary(.authorization) }
        response.record(owner: admitted.owner)
        do throws(Problem) {
            return try answer(request, admitted, &response, deferred)
        } catch {
            return refuse(error, &response)
        }
    }

    package func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        Problem.badRequest(fault).write(to: &response)
    }

    package func refuseSlowHead(_ response: inout ResponseWriter) {
        Problem.tooSlow.write(to: &response)
    }

    package var deadline: Int? { items.deadline }

    package func advance(_ requests: any WaitingRequests, at now: Int) {
        precondition(waiting == nil, "a handler that advances while it advances")
        waiting = requests
        items.advance(at: now)
        waiting = nil
    }

    package func endRound(at now: Int) {
        feed.endRound()
        check { () throws(StorageFailure) in try items.endRound(at: now) }
    }

    /// Reports a failure that concerns no request.
    private func check(_ work: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try work()
        } catch {
            report(error)
        }
    }

    func refuse(_ problem: Problem, _ response: inout ResponseWriter) -> HandlerResult {
        response.startOver()
        if case .storage(let failure) = problem { report(failure) }
        problem.write(to: &response)
        return .written
    }

    private func answer(
        _ request: borrowing Request, _ admitted: AdmittedRequest,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        switch admitted.decision {
        case .refused(let problem): throw problem
        case .options(let methods): return options(methods, request, &response)
        case .open(let endpoint):
            return try answerOpen(endpoint, admitted, request, &response, deferred)
        case .owned(let endpoint, let caller):
            return try answerOwned(endpoint, admitted, of: caller, request, &response, deferred)
        case .signedIn(let endpoint, let token):
            return try answerSignedIn(endpoint, admitted, of: token, request, &response, deferred)
        }
    }

    /// Answers with the fault of a request, unless what it names is missing: 404 and 410 take
    /// precedence over every fault behind the route, its scope and its method.
    private func answerOwned(
        _ endpoint: Endpoint.Owned, _ admitted: AdmittedRequest, of caller: Caller,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        do throws(Problem) {
            return try perform(endpoint, admitted, of: caller, request, &response, deferred)
        } catch {
            guard let target = endpoint.target(admitted.match) else { throw error }
            return refuse(target, of: caller, error, request, deferred)
        }
    }

    /// Starts the work of an endpoint; throws the fault of the request.
    private func perform(
        _ endpoint: Endpoint.Owned, _ admitted: AdmittedRequest, of caller: Caller,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let (owner, match) = (caller.owner, admitted.match)
        switch (endpoint, match?.id) {
        case (.listItems, _): return try listItems(of: owner, request, &response, deferred)
        case (.addItems, _): return try addItems(admitted, of: caller, request, deferred)
        case (.patchItems, _): return try patchItems(admitted, of: caller, request, deferred)
        case (.deleteItems, _): return try deleteItems(of: caller, request, deferred)
        case (.readChanges, _): return try readChanges(of: caller, request, &response, deferred)
        case (.readItem, let id?): return try readItem(id, of: owner, request, &response)
        case (.putItem, let id?): return try putItem(id, admitted, of: caller, request, deferred)
        case (.patchItem, let id?):
            return try patchItem(id, admitted, of: caller, request, deferred)
        case (.deleteItem, let id?): return try deleteItem(id, of: caller, request, deferred)
        case (.batch, _): return try batch(admitted, of: caller, request, deferred)
        case (.undo, _):
            guard let revision = match?.revision else { throw .noSuchRoute }
            return try undo(revision, admitted, of: caller, request, deferred)
        case (.coordinates, _): return try coordinates(request, &response, deferred)
        case (.importFile, _): return try importFile(admitted, of: caller, request, deferred)
        case (.listHistory, _):
            return try listHistory(.writes, of: owner, request, &response, deferred)
        case (.listTrash, _):
            return try listHistory(.trash, of: owner, request, &response, deferred)
        case (.listVersions, let id?):
            return try listHistory(.item(id), of: owner, request, &response, deferred)
        case (.restoreItem, let id?):
            return try restore(id, admitted, of: caller, request, deferred)
        case (.listSubscriptions, _):
            return try listSubscriptions(of: caller, request, &response)
        case (.subscribe, _): return try subscribe(admitted, of: caller, request, deferred)
        case (.unsubscribe, _):
            guard let handle = match?.subscription else { throw .noSuchRoute }
            return try unsubscribe(handle, of: caller, request, deferred)
        case (.testSubscription, _):
            guard let handle = match?.subscription else { throw .noSuchRoute }
            return try testSubscription(handle, of: caller, request, deferred)
        case (.assist, _): return try assist(admitted, by: caller, request, &response, deferred)
        case (.readItem, nil), (.putItem, nil), (.patchItem, nil), (.deleteItem, nil),
            (.listVersions, nil), (.restoreItem, nil):
            throw .noSuchRoute
        }
    }

    private func answerSignedIn(
        _ endpoint: Endpoint.SignedIn, _ admitted: AdmittedRequest, of token: AuthenticatedToken,
        _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        switch endpoint {
        case .readAccount: return try readAccount(of: token, request, &response)
        case .changeAccount:
            return try changeAccount(admitted, of: token, request, &response, deferred)
        case .removeAccount:
            return try removeAccount(admitted, of: token, request, &response, deferred)
        case .listSessions: return try listSessions(of: token, request, &response)
        case .readSession: return try readSession(of: token, request, &response)
        case .signOut: return try signOut(of: token, request, deferred)
        case .revokeSession:
            guard let handle = admitted.match?.handle else { throw .noSuchRoute }
            return try revokeSession(handle, of: token, request, deferred)
        case .addToken: return try addToken(admitted, by: token, request, deferred)
        }
    }

    private func answerOpen(
        _ endpoint: Endpoint.Open, _ admitted: AdmittedRequest, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        switch endpoint {
        case .health: return health(&response)
        case .readiness: return try readiness(request, &response)
        case .metrics: return try showMetrics(request, &response)
        case .description: return try describe(request, &response, .yaml)
        case .descriptionInJSON: return try describe(request, &response, .json)
        case .reference: return try showReference(request, &response)
        case .problemPage:
            guard let kind = admitted.match?.problem else { throw .noSuchRoute }
            return try problemPage(kind, request, &response)
        case .page: return try showPage(request, &response)
        case .pageFile: return try showPageFile(request, &response)
        case .pageWorker: return try showPagePart(\.worker, request, &response)
        case .pageManifest: return try showPagePart(\.manifest, request, &response)
        case .signUp: return try signUp(admitted, request, &response, deferred)
        case .signIn: return try signIn(admitted, request, &response, deferred)
        case .calendar: return try showCalendar(request, &response, deferred)
        }
    }

    private func options(
        _ methods: [Method], _ request: borrowing Request, _ response: inout ResponseWriter
    ) -> HandlerResult {
        response.start(.noContent)
        if !methods.isEmpty { response.allow(methods) }
        if methods.contains(.patch) { response.acceptPatch() }
        if isPreflight(request, response.context.corsPolicy) { response.corsPreflightFields() }
        response.finish()
        return .written
    }
}
