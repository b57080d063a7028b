public import Foundation
public import ToDoClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The double of a server: it keeps items in memory and answers as the real one, as far as an app
/// asks.
///
///     let server = InMemoryServer()
///     let client = APIClient(baseURL: url, session: server)
///     server.fail(.answerLost)
public final class InMemoryServer: HTTPSession {
    /// What happens to a request instead of its answer.
    public enum Failure: Sendable {
        /// The request does not arrive.
        case unreachable
        /// The request is carried out, and its answer does not arrive.
        case answerLost
        /// The request arrives twice.
        case twice
        /// The request is not carried out and answered with this status.
        case status(Int, retryAfter: TimeInterval? = nil)
        /// The request is not carried out; something else answers.
        case content(status: Int, _ text: String)
    }

    struct State: Sendable {
        var world = ServerWorld()
        var requests: [URLRequest] = []
        var isReachable = true
        var failures: [Failure] = []
        var streams: [UUID: EventStream] = [:]
    }

    let state = Locked(State())

    /// A server without items.
    public init() {}

    /// All items in the server's order; those of accounts come last, account by account.
    ///
    /// Setting them is a write of another client.
    public var items: [ToDoItem] {
        get { state.withLock { $0.world.items } }
        set { change { $0.setItems(newValue) } }
    }

    /// The number of writes that changed something.
    public var revision: Int { state.withLock { $0.world.revision } }

    /// All requests since the last `forgetRequests()`, also those that failed.
    public var requests: [URLRequest] { state.withLock { $0.requests } }

    /// Empties `requests`.
    public func forgetRequests() {
        state.withLock { $0.requests = [] }
    }

    /// Whether requests arrive. Streams end when they do not any more.
    public var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            state.withLock { $0.isReachable = newValue }
            if !newValue { cutStreams() }
        }
    }

    /// Lets the next requests fail, one after the other. Streams are no such requests.
    public func fail(_ failures: Failure...) {
        state.withLock { $0.failures += failures }
    }

    /// The coordinates that the geocoder knows.
    public var addresses: [String: Coordinate] {
        get { state.withLock { $0.world.addresses } }
        set { state.withLock { $0.world.addresses = newValue } }
    }

    /// The token that requests need; nil if they need none.
    public var token: String? {
        get { state.withLock { $0.world.token } }
        set { state.withLock { $0.world.token = newValue } }
    }

    /// The titles of items that the server refuses with 422.
    public var refusedTitles: Set<String> {
        get { state.withLock { $0.world.refusedTitles } }
        set { state.withLock { $0.world.refusedTitles = newValue } }
    }

    /// Puts back a backup that lacks these items: a new epoch begins.
    public func restore(dropping ids: Set<ToDoItem.ID> = []) {
        state.withLock { $0.world.restore(dropping: ids) }
        resetStreams()
    }

    /// Lets the history expire: tokens from before now are answered with 410.
    public func forgetDeletions() {
        state.withLock { $0.world.forgetDeletions() }
    }

    /// Ends all streams of changes.
    public func cutStreams() {
        let streams = state.withLock { state in
            defer { state.streams = [:] }
            return state.streams.values.map(\.continuation)
        }
        for stream in streams { stream.finish() }
    }

    /// Answers a request.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try Task.checkCancellation()
        return try answer(request)
    }

    private func answer(_ request: URLRequest) throws -> (Data, URLResponse) {
        let failure = try state.withLock { state in
            state.requests.append(request)
            guard state.isReachable else { throw URLError(.cannotConnectToHost) }
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        switch failure {
        case nil:
            return try Self.message(perform(request), request)
        case .unreachable:
            throw URLError(.cannotConnectToHost)
        case .answerLost:
            _ = try perform(request)
            throw URLError(.networkConnectionLost)
        case .twice:
            _ = try perform(request)
            return try Self.message(perform(request), request)
        case .status(let status, let retryAfter):
            var response = ServerResponse(status)
            response.headers["Retry-After"] = retryAfter.map { "\(Int($0.rounded(.up)))" }
            return try Self.message(response, request)
        case .content(let status, let text):
            var response = ServerResponse(status)
            response.content = Data(text.utf8)
            return try Self.message(response, request)
        }
    }

    private func perform(_ request: URLRequest) throws -> ServerResponse {
        let response = try state.withLock { try $0.world.answer(request) }
        feedStreams()
        return response
    }

    /// Changes the items as another client does.
    private func change(_ body: (inout ServerWorld) -> Void) {
        state.withLock { body(&$0.world) }
        feedStreams()
    }

    static func message(
        _ response: ServerResponse, _ request: URLRequest
    ) throws -> (Data, URLResponse) {
        let url = request.url ?? URL(filePath: "/")
        return (
            response.content, try HTTPResponses.head(url, response.status, response.headers)
        )
    }
}
