import Foundation

/// One sync: the rounds that send and fetch everything.
///
/// Rounds run one after the other: `Synchronizer.rounds` is held.
struct SyncRounds {
    /// The largest number of edits in a request.
    static let editsPerRequest = 500
    /// The number of requests in a row that the server may refuse as outdated.
    private static let outdatedLimit = 20
    /// The lifetime of a request's key on the server, with a margin.
    private static let keyLifetime: TimeInterval = 20 * 3_600

    let store: ToDoItemStore
    let client: APIClient
    private var limit = Self.editsPerRequest
    private var outdatedInARow = 0
    private var pages = 0
    /// Whether the server has applied a request, or sent changes that were not known.
    private(set) var hasProgress = false
    /// When the sync began, or the server applied a request.
    private var lastProgress: Date
    /// The revisions of items to which the server has refused an edit.
    private var refusedRevisions: [UUID: Int] = [:]
    /// The edits that the server has refused for lack of room; nil as long as it had room for all.
    private var room: Room?

    /// A sync with a server that has no room for all edits.
    private struct Room {
        let problem: Problem
        /// The largest number of edits in a request of those that make room.
        var limit = SyncRounds.editsPerRequest
        /// Edits that were refused alone.
        var blocked: Set<UUID> = []
        /// Whether the first of the edits that need room has none, and nothing was removed since.
        var isFull = false
    }

    init(_ store: ToDoItemStore, _ client: APIClient) {
        self.store = store
        self.client = client
        lastProgress = store.environment.now()
    }

    /// Sends and fetches until nothing is left.
    mutating func run() async throws(SyncError) {
        repeat {
            while let pendingRequest = try nextRequest() {
                guard try await send(pendingRequest) else { break }
            }
            try await pull()
            if let room, try isStuck() { throw .noRoom(room.problem) }
        } while try withState { !$0.replica.queue.isEmpty || $0.replica.pendingRequest != nil }
    }

    /// Whether all edits of the queue wait for room.
    private func isStuck() throws(SyncError) -> Bool {
        try withState { state throws(StoreError) in
            let replica = state.replica
            guard replica.pendingRequest == nil, !replica.queue.isEmpty else { return false }
            return try plan(replica) == nil
        }
    }

    /// The next edits to send; first those that make room, if the server needs it.
    private func plan(_ replica: Replica) throws(StoreError) -> RequestPlan? {
        guard let room else { return try RequestPlan(replica, limit: limit) }
        let making = try RequestPlan(
            replica, limit: room.limit, makingRoom: true, blocked: room.blocked)
        guard making == nil, !room.isFull else { return making }
        return try RequestPlan(replica, limit: limit, blocked: room.blocked)
    }

    private func withState<Result>(
        _ body: (inout StoreState) throws(StoreError) -> Result
    ) throws(SyncError) -> Result {
        do {
            return try store.withOpenState(body)
        } catch {
            throw .storage(error)
        }
    }

    private func commit(_ event: Event) throws(SyncError) {
        try withState { state throws(StoreError) in try store.commit(event, &state) }
    }

    /// The pending request, or a new one of the queue's first edits; nil if a pull comes first.
    private func nextRequest() throws(SyncError) -> PendingRequest? {
        let now = store.environment.now().timeIntervalSince1970
        return try withState { state throws(StoreError) in
            if let pendingRequest = state.replica.pendingRequest {
                guard pendingRequest.phase == .outgoing else { return nil }
                if abs(now - pendingRequest.startedAt) > Self.keyLifetime {
                    try store.commit(.phase(.inDoubt), &state)
                    return nil
                }
                return pendingRequest
            }
            guard let plan = try plan(state.replica) else { return nil }
            let started = Event.RequestStarted(
                kind: plan.kind, key: UUID().uuidString, body: plan.body, startedAt: now,
                ids: plan.ids)
            try store.commit(.requestStarted(started), &state)
            return state.replica.pendingRequest
        }
    }

    /// Sends the request; false if a pull comes next.
    private mutating func send(_ pendingRequest: PendingRequest) async throws(SyncError) -> Bool {
        // Without it, the edits may be sent again with another key after a power failure.
        do {
            try store.data.synchronize()
        } catch {
            throw .storage(StoreError(disk: error))
        }
        let response: APIResponse
        do {
            response = try await client.response(
                to: client.request(of: pendingRequest),
                limit: ResponseLimit.items(pendingRequest.ids.count))
        } catch {
            throw SyncError(error)
        }
        let outcome = try withState {
            RequestOutcome(response, to: pendingRequest, $0.replica, store.environment)
        }
        switch outcome {
        case .succeeded(let success):
            try commit(.requestSucceeded(success))
            if room == nil || pendingRequest.makesRoom { limit = Self.editsPerRequest }
            if pendingRequest.makesRoom { room?.isFull = false }
            outdatedInARow = 0
            lastProgress = store.environment.now()
            hasProgress = true
            return true
        case .done:
            try commit(.phase(.done))
        case .inDoubt(let problem):
            try countOutdated(problem)
            try commit(.phase(.inDoubt))
        case .outdated(let problem):
            try sendAgainAfterPull(problem)
        case .refused(let problem, let named):
            return try reject(named, problem, pendingRequest)
        case .full(let problem):
            try commit(
                .requestRefused(
                    Event.RequestRefused(isForRoom: true, seed: .now(store.environment))))
            makeRoom(problem, pendingRequest)
            return true
        case .failed(let error):
            throw error
        }
        return false
    }

    /// Sends smaller requests. An edit that has no room even alone waits, and so do later edits
    /// that need room.
    private mutating func makeRoom(_ problem: Problem, _ pendingRequest: PendingRequest) {
        var room = room ?? Room(problem: problem)
        let count = pendingRequest.ids.count
        if count > 1, pendingRequest.makesRoom {
            room.limit = count / 2
        } else if count > 1, pendingRequest.kind == .batch || pendingRequest.kind == .share {
            limit = count / 2
        } else {
            if pendingRequest.makesRoom { room.blocked.formUnion(pendingRequest.ids) }
            room.isFull = !pendingRequest.makesRoom
        }
        self.room = room
    }

    private mutating func sendAgainAfterPull(_ problem: Problem) throws(SyncError) {
        try countOutdated(problem)
        try commit(
            .requestRefused(Event.RequestRefused(rejected: [:], seed: .now(store.environment))))
    }

    /// Counts a request that is made again after a pull; throws if that does not help.
    private mutating func countOutdated(_ problem: Problem) throws(SyncError) {
        outdatedInARow += 1
        // The pull before should have fetched the state that the request conflicts with.
        guard outdatedInARow <= Self.outdatedLimit else { throw .refused(problem) }
    }

    /// Rejects the edits that the server names; if it names none, halves the next request. An edit
    /// of an item that another client may have changed is sent once more, after a pull; then the
    /// result is false.
    private mutating func reject(
        _ named: [UUID], _ problem: Problem, _ pendingRequest: PendingRequest
    ) throws(SyncError) -> Bool {
        let refused = pendingRequest.ids.count == 1 ? pendingRequest.ids : named
        let revisions = try withState { state in
            refused.reduce(into: [:]) { $0[$1] = state.replica.copy[$1]?.revision }
        }
        if revisions.contains(where: { refusedRevisions[$0] != $1 }) {
            refusedRevisions.merge(revisions) { $1 }
            try sendAgainAfterPull(problem)
            return false
        }
        if refused.isEmpty { limit = max(1, pendingRequest.ids.count / 2) }
        let rejected = Dictionary(refused.map { ($0, problem) }) { first, _ in first }
        try commit(
            .requestRefused(Event.RequestRefused(rejected: rejected, seed: .now(store.environment)))
        )
        outdatedInARow = 0
        return true
    }

    /// Fetches all remaining pages.
    private mutating func pull() async throws(SyncError) {
        var hasMore = true
        var hasExpired = false
        while hasMore {
            let since = try withState { $0.replica.token ?? $0.replica.partialCopy?.token }
            pages += 1
            let elapsed = store.environment.now().timeIntervalSince(lastProgress)
            guard pages <= store.limits.pages, elapsed < store.limits.time else {
                throw .unreachable(ChangesHaveNoEnd())
            }
            let response: APIResponse
            do {
                response = try await client.changesPage(since: since)
            } catch {
                throw SyncError(error)
            }
            if [400, 410].contains(response.status), response.problem.isOfServer, since != nil,
                !hasExpired
            {
                // Once a pull: the next one has no token.
                hasExpired = true
                try commit(.expired)
                continue
            }
            guard response.status == 200 else { throw SyncError(response) }
            hasMore = try apply(response, since)
        }
    }

    /// Applies a page; whether there are more.
    private mutating func apply(
        _ response: APIResponse, _ since: String?
    ) throws(SyncError) -> Bool {
        let page: ChangesPage
        do {
            page = try JSONDecoder.decode(ChangesPage.self, from: response.content)
        } catch {
            throw .unreachable(error)
        }
        guard !page.more || page.token != since else {
            throw .unreachable(response.unexpected)
        }
        let bytes = page.changes.reduce(0) { $0 + ($1.stored?.item.storedBytes ?? 0) }
        let known = try withState { state in
            (state.replica.token == nil ? state.replica.partialCopy?.items : state.replica.copy)?
                .storedBytes ?? 0
        }
        guard known + bytes <= store.limits.storedBytes else {
            throw .unreachable(ChangesHaveNoEnd())
        }
        let hasNewChanges = try withState { state throws(StoreError) in
            // Not in a constant: it would share the state, and the commit would copy all of it.
            let newChanges = page.changes.filter { state.replica.isNew($0) }
            let isSame = newChanges.isEmpty && page.token == state.replica.token
            // The log already has the content of the page.
            if isSame, !page.more, state.replica.pendingRequest == nil { return false }
            try store.commit(
                .page(
                    Event.Page(
                        changes: newChanges.map { ServerState(id: $0.id, stored: $0.stored) },
                        token: page.token,
                        hasMore: page.more, seed: .now(store.environment))), &state)
            return !newChanges.isEmpty
        }
        hasProgress = hasProgress || hasNewChanges
        return page.more
    }
}

extension Replica {
    /// Whether a change differs from the state that responses to requests have set.
    func isNew(_ change: WireChange) -> Bool {
        guard token != nil, pendingRequest?.edits[change.id] == nil else { return true }
        guard let known = copy[change.id] else {
            return change.stored != nil || queue[change.id] != nil
        }
        return change.stored == nil || known.revision != change.revision
    }
}

extension PendingRequest {
    /// Whether no edit needs more room.
    fileprivate var makesRoom: Bool { edits.values.allSatisfy(\.makesRoom) }
}
