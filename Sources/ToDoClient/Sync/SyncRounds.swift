import Foundation

/// One sync: the rounds that send all and fetch all.
///
/// Rounds run one after the other: `Synchronizer.rounds` is held.
struct SyncRounds {
    /// The largest number of edits in a flight.
    static let editsPerFlight = 500
    /// How often in a row the server may call a flight outdated.
    private static let outdatedFlights = 20
    /// The time after which a server does not know the key of a flight any more, with a margin.
    private static let keyLifetime: TimeInterval = 20 * 3_600

    let store: ToDoItemStore
    let client: APIClient
    private var limit = Self.editsPerFlight
    private var outdatedInARow = 0

    init(_ store: ToDoItemStore, _ client: APIClient) {
        self.store = store
        self.client = client
    }

    /// Sends and fetches until nothing is left.
    mutating func run() async throws(SyncError) {
        repeat {
            while let flight = try nextFlight() {
                guard try await send(flight) else { break }
            }
            try await pull()
        } while try withState { !$0.replica.queue.isEmpty || $0.replica.flight != nil }
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

    /// The flight that is under way, or one of the queue's first edits; nil if a pull comes first.
    private func nextFlight() throws(SyncError) -> Flight? {
        let now = store.environment.now().timeIntervalSince1970
        let limit = limit
        return try withState { state throws(StoreError) in
            if let flight = state.replica.flight {
                guard flight.phase == .outgoing else { return nil }
                if abs(now - flight.takenOffAt) > Self.keyLifetime {
                    try store.commit(.phase(.inDoubt), &state)
                    return nil
                }
                return flight
            }
            guard let plan = FlightPlan(state.replica, limit: limit) else { return nil }
            let takeOff = Event.TakeOff(
                kind: plan.kind, key: UUID().uuidString, body: plan.body, takenOffAt: now,
                ids: plan.ids)
            try store.commit(.takeOff(takeOff), &state)
            return state.replica.flight
        }
    }

    /// Sends the flight; false if a pull comes next.
    private mutating func send(_ flight: Flight) async throws(SyncError) -> Bool {
        // Without it, a power failure may bring back the edits with another key.
        do {
            try store.data.synchronize()
        } catch {
            throw .storage(StoreError(disk: error))
        }
        let response: APIResponse
        do {
            response = try await client.response(to: client.request(of: flight))
        } catch {
            throw SyncError(error)
        }
        let outcome = try withState { FlightOutcome(response, to: flight, $0.replica) }
        switch outcome {
        case .landed(let landing):
            try commit(.landed(landing))
            limit = Self.editsPerFlight
            outdatedInARow = 0
            return true
        case .done:
            try commit(.phase(.done))
        case .inDoubt:
            try commit(.phase(.inDoubt))
        case .outdated(let problem):
            outdatedInARow += 1
            // A pull should have brought what the flight is outdated by.
            guard outdatedInARow <= Self.outdatedFlights else { throw .refused(problem) }
            try commit(.returned(Event.Return(setAside: [:], seed: .ascending())))
        case .refused(let problem, let named):
            try setAside(named, problem, flight)
            return true
        case .failed(let error):
            throw error
        }
        return false
    }

    /// Takes what the server refuses out of the way; if it names nothing, half as many go next.
    private mutating func setAside(
        _ named: [UUID], _ problem: Problem, _ flight: Flight
    ) throws(SyncError) {
        let refused = flight.ids.count == 1 ? flight.ids : named
        if refused.isEmpty { limit = max(1, flight.ids.count / 2) }
        let setAside = Dictionary(refused.map { ($0, problem) }) { first, _ in first }
        try commit(.returned(Event.Return(setAside: setAside, seed: .ascending())))
    }

    /// Fetches pages until there are no more.
    private func pull() async throws(SyncError) {
        var hasMore = true
        var hasExpired = false
        while hasMore {
            let since = try withState { $0.replica.token ?? $0.replica.aside?.token }
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
            hasMore = try take(response, since)
        }
    }

    /// Takes over a page; whether there are more.
    private func take(_ response: APIResponse, _ since: String?) throws(SyncError) -> Bool {
        let page: ChangesPage
        do {
            page = try JSONDecoder().decode(ChangesPage.self, from: response.content)
        } catch {
            throw .unreachable(error)
        }
        guard !page.more || page.token != since else {
            throw .unreachable(UnexpectedResponse(status: response.status))
        }
        try withState { state throws(StoreError) in
            // Not in a constant: it would share the state, and the commit would copy all of it.
            let news = page.changes.filter { state.replica.isNews($0) }
            let isSame = news.isEmpty && page.token == state.replica.token
            // Nothing was said that the log does not have.
            if isSame, !page.more, state.replica.flight == nil { return }
            try store.commit(
                .page(
                    Event.Page(
                        changes: news.map { ($0.id, $0.stored) }, token: page.token,
                        hasMore: page.more, seed: .ascending())), &state)
        }
        return page.more
    }
}

extension Replica {
    /// Whether a change tells more than an answer to a flight has told.
    func isNews(_ change: WireChange) -> Bool {
        guard token != nil, flight?.edits[change.id] == nil else { return true }
        guard let known = copy[change.id] else {
            return change.stored != nil || queue[change.id] != nil
        }
        return change.stored == nil || known.revision != change.revision
    }
}

extension SyncError {
    /// The error of a request without an answer.
    init(_ error: APIError) {
        switch error {
        case .noAnswer(let reason), .unreadable(let reason), .unwritable(let reason):
            self = .unreachable(reason)
        case .refused(let problem): self = .refused(problem)
        }
    }
}
