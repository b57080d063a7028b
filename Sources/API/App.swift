package import HTTP
package import Items

/// Answers the requests of one lane: routes them, and turns every error into a problem document.
///
/// The endpoints are its extensions, one file for each group. Only touched on its lane.
package final class App: Handler {
    /// What an app is made of; everything that the outside decides comes in here.
    package struct Parts {
        package var items: any ItemRepository
        /// The one owner, as long as there are no accounts.
        package var owner: Owner
        package var ids: IDs
        /// The bytes of the largest body, an array of items.
        package var maxBody: Int
        /// What knows where addresses are, if anything does.
        package var places: Places?
        /// The web pages that may read answers.
        package var origins: [WebOrigin]
        /// Whether the server is going down.
        package var isDraining: @Sendable () -> Bool
        /// Tells the operator of a failure that clients are told of in general words only.
        package var report: @Sendable (StorageFailure) -> Void

        /// The parts of a working app.
        package init(
            items: any ItemRepository, owner: Owner, ids: IDs, maxBody: Int = 16 << 20,
            places: Places? = nil, origins: [WebOrigin] = [],
            isDraining: @escaping @Sendable () -> Bool = { false },
            report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
        ) {
            self.items = items
            self.owner = owner
            self.ids = ids
            self.maxBody = maxBody
            self.places = places
            self.origins = origins
            self.isDraining = isDraining
            self.report = report
        }
    }

    let items: any ItemRepository
    let owner: Owner
    let ids: IDs
    let maxBody: Int
    let places: Places?
    let origins: [WebOrigin]
    let isDraining: @Sendable () -> Bool
    let report: @Sendable (StorageFailure) -> Void
    private let router = Router(Route.all)
    /// The document of the request at hand; it keeps its memory from one request to the next.
    var document = JSONDocument()
    /// What the live streams of this lane have in common.
    let feed: ChangeFeed
    /// Room for writing a tag that is only to be compared.
    var scratch = ByteWriter(capacity: 64)

    /// An app that answers by these parts.
    package init(_ parts: Parts) {
        items = parts.items
        owner = parts.owner
        ids = parts.ids
        maxBody = parts.maxBody
        places = parts.places
        origins = parts.origins
        isDraining = parts.isDraining
        report = parts.report
        feed = ChangeFeed(parts.items, report: parts.report)
    }

    package func admit(_ request: borrowing Request) -> Admission {
        guard let match = router.match(request.path),
            let endpoint = match.route.endpoint(for: request.head.method)
        else { return .body(atMost: Intake.Size.ignored.limit(within: maxBody)) }
        let intake = endpoint.intake
        return takes(request, intake.types)
            ? .body(atMost: intake.size.limit(within: maxBody)) : .none
    }

    package func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, later: Reply
    ) -> Answering {
        do throws(Problem) {
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

    package func settle() {
        feed.settle()
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
        if method == .options, request.path.equals("*") {
            return options(Method.allCases, request, &response)
        }
        let match = router.match(request.path)
        if method == .options, match != nil || isPreflight(request, response) {
            return options(match?.route.methods ?? [], request, &response)
        }
        guard let match else { throw .noSuchRoute }
        guard let endpoint = match.route.endpoint(for: method) else {
            throw .methodNotAllowed(match.route.methods)
        }
        switch (endpoint, match.id) {
        case (.listItems, _): return try listItems(request, &response)
        case (.addItems, _): return try addItems(request, later)
        case (.patchItems, _): return try patchItems(request, later)
        case (.deleteItems, _): return try deleteItems(request, later)
        case (.readChanges, _): return try readChanges(request, &response)
        case (.readItem, let id?): return try readItem(id, request, &response)
        case (.putItem, let id?): return try putItem(id, request, later)
        case (.patchItem, let id?): return try patchItem(id, request, later)
        case (.deleteItem, let id?): return try deleteItem(id, request, later)
        case (.batch, _): return try batch(request, later)
        case (.undo, _):
            guard let revision = match.revision else { throw .noSuchRoute }
            return undo(revision, request, later)
        case (.listScreen, _): return try listScreen(request, &response)
        case (.coordinates, _): return try coordinates(request, &response, later)
        case (.health, _): return health(&response)
        case (.readiness, _): return try readiness(&response)
        case (.description, _): return try describe(request, &response)
        case (.problemPage, _):
            guard let kind = match.problem else { throw .noSuchRoute }
            return try problemPage(kind, request, &response)
        case (.readItem, nil), (.putItem, nil), (.patchItem, nil), (.deleteItem, nil):
            throw .noSuchRoute
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
