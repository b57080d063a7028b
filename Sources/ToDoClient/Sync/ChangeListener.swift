import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Follows the server's live changes: an event causes a fetch.
final class ChangeListener: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// The number of streams in a row that ended without data.
        var failures = 0
        /// The changes since the last call of `hasNewChanges()`.
        var received: [WireChange] = []
        var mustFetch = false
    }

    private let store: ToDoItemStore
    private let client: APIClient
    private let trigger: SyncTrigger
    private let state = Locked(State())

    init(_ store: ToDoItemStore, _ client: APIClient, _ trigger: SyncTrigger) {
        self.store = store
        self.client = client
        self.trigger = trigger
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
                trigger.signal(ending)
            }
        }
    }

    func cancel() {
        state.withLock { $0.task?.cancel() }
    }

    /// Ends the stream; another one can be opened.
    func drop() {
        state.withLock { state in
            state.task?.cancel()
            state.task = nil
            state.received = []
            state.mustFetch = false
        }
    }

    /// Whether a stream that has ended is opened again at once.
    func reopens(receivedData: Bool) -> Bool {
        state.withLock { state in
            state.failures = receivedData ? 0 : state.failures + 1
            return state.failures < 2
        }
    }

    /// Whether the store lacks one of the changes: its own writes come back as changes, too.
    func hasNewChanges() -> Bool {
        let (received, mustFetch) = state.withLock { state in
            defer {
                state.received = []
                state.mustFetch = false
            }
            return (state.received, state.mustFetch)
        }
        if mustFetch { return true }
        let hasNewChanges = try? store.withOpenState { state throws(StoreError) in
            received.contains { state.replica.isNewInStream($0) }
        }
        return hasNewChanges ?? false
    }

    private func read(since token: String) async -> SyncTrigger.Reason {
        var receivedData = false
        do {
            let request = client.eventsRequest(since: token)
            let (parts, response) = try await client.session.stream(for: request)
            guard response.httpStatus == 200, response.isResponse(to: request) else {
                return .streamFailed
            }
            var parser = EventParser()
            for try await part in parts {
                receivedData = true
                for event in try parser.parse(part) { receive(event) }
            }
        } catch is StreamsAreUnsupported {
            return .streamUnsupported
        } catch is ResponseIsTooLarge {
            // Not opened again at once: the next one is probably no better.
            return .streamFailed
        } catch let error as URLError where error.code == .timedOut && receivedData {
            // The network may be silent: a sync shows that sooner than another stream.
            state.withLock { $0.failures = 0 }
            return .streamFailed
        } catch {
            return receivedData ? .streamEnded(receivedData: true) : .streamFailed
        }
        return .streamEnded(receivedData: receivedData)
    }

    private func receive(_ event: EventParser.Event) {
        let change = try? JSONDecoder.decode(WireChange.self, from: Data(event.data.utf8))
        state.withLock { state in
            state.failures = 0
            if event.type == "change", let change, state.received.count < 1_000 {
                state.received.append(change)
            } else {
                state.mustFetch = true
            }
        }
        trigger.signal(.event)
    }
}

extension Replica {
    /// Whether the copy does not contain the change yet.
    fileprivate func isNewInStream(_ change: WireChange) -> Bool {
        guard let known = copy[change.id] else { return change.stored != nil }
        return change.stored == nil || known.revision < change.revision
    }
}
