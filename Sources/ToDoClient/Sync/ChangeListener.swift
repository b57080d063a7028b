import Foundation

/// Follows the server's live changes: an event means that there is something to fetch.
final class ChangeListener: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// The endings in a row of streams that brought nothing.
        var failures = 0
        /// What was told since the last look.
        var told: [WireChange] = []
        var mustFetch = false
    }

    private let store: ToDoItemStore
    private let client: APIClient
    private let bell: Bell
    private let state = Locked(State())

    init(_ store: ToDoItemStore, _ client: APIClient, _ bell: Bell) {
        self.store = store
        self.client = client
        self.bell = bell
    }

    var failures: Int { state.withLock { $0.failures } }

    /// Opens the stream of changes, unless it is open.
    func listen() {
        state.withLock { state in
            guard state.task == nil else { return }
            let token = try? store.withOpenState { state throws(StoreError) in
                state.replica.token
            }
            guard let token = token ?? nil else { return }
            state.task = Task { [self] in
                let ending = await read(since: token)
                guard !Task.isCancelled else { return }
                self.state.withLock { state in
                    state.task = nil
                    if ending == .streamFailed { state.failures += 1 }
                }
                bell.ring(ending)
            }
        }
    }

    func cancel() {
        state.withLock { $0.task?.cancel() }
    }

    /// Whether a stream that has ended is opened again at once.
    func reopens(wasAlive: Bool) -> Bool {
        state.withLock { state in
            state.failures = wasAlive ? 0 : state.failures + 1
            return state.failures < 2
        }
    }

    /// Whether something was told that the store does not have: its own writes are told as well.
    func hasNews() -> Bool {
        let (told, mustFetch) = state.withLock { state in
            defer {
                state.told = []
                state.mustFetch = false
            }
            return (state.told, state.mustFetch)
        }
        if mustFetch { return true }
        let hasNews = try? store.withOpenState { state throws(StoreError) in
            told.contains { state.replica.isNewsOfStream($0) }
        }
        return hasNews ?? false
    }

    private func read(since token: String) async -> Bell.Reason {
        var wasAlive = false
        do {
            let (parts, response) = try await client.session.stream(
                for: client.eventsRequest(since: token))
            guard response.httpStatus == 200 else { return .streamFailed }
            var parser = EventParser()
            for try await part in parts {
                wasAlive = true
                for event in parser.take(part) { take(event) }
            }
        } catch is StreamsAreUnsupported {
            return .streamUnsupported
        } catch {
            return wasAlive ? .streamEnded(wasAlive: true) : .streamFailed
        }
        return .streamEnded(wasAlive: wasAlive)
    }

    private func take(_ event: EventParser.Event) {
        let change = try? JSONDecoder().decode(WireChange.self, from: Data(event.data.utf8))
        state.withLock { state in
            state.failures = 0
            if event.type == "change", let change, state.told.count < 1_000 {
                state.told.append(change)
            } else {
                state.mustFetch = true
            }
        }
        bell.ring(.event)
    }
}

extension Replica {
    /// Whether an event tells something that is not known yet.
    fileprivate func isNewsOfStream(_ change: WireChange) -> Bool {
        guard let known = copy[change.id] else { return change.stored != nil }
        return change.stored == nil || known.revision < change.revision
    }
}
