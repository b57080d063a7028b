public import Foundation
public import ToDoClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The double of a server: it keeps items in memory and responds like the real server to the
/// requests of an app.
///
///     let server = InMemoryServer()
///     let client = APIClient(baseURL: url, session: server)
///     server.fail(.answerLost)
public final class InMemoryServer: HTTPSession {
    /// A failure of a request.
    public enum Failure: Sendable {
        /// The request does not arrive.
        case unreachable
        /// The request is applied, and its response does not arrive.
        case answerLost
        /// The request arrives twice.
        case twice
        /// The request is not applied; the response has this status.
        case status(Int, retryAfter: TimeInterval? = nil)
        /// The request is not applied; an intermediary responds.
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

    /// All items in the server's order; items of accounts come last, account by account.
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

    /// Whether requests arrive. Setting it to false ends all streams.
    public var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            state.withLock { $0.isReachable = newValue }
            if !newValue { cutStreams() }
        }
    }

    /// Makes the next requests fail, one after the other. Streams do not count.
    public func fail(_ failures: Failure...) {
        state.withLock { $0.failures += failures }
    }

    /// The geocoder's coordinates, by address.
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
        get { state.withLock { $0.world.rules.refusedTitles } }
        set { state.withLock { $0.world.rules.refusedTitles = newValue } }
    }

    /// Stores members of items that this version does not know, as a later server does.
    package func acceptUnknownMembers() {
        state.withLock { $0.world.rules.acceptsUnknownMembers = true }
    }

    /// The bytes that the items of an owner may take; nil without a limit.
    ///
    /// An item takes the bytes of its texts and 128 for the rest. A write that needs more room is
    /// refused with 507; one that makes room is always allowed.
    public var quota: Int? {
        get { state.withLock { $0.world.quota } }
        set { state.withLock { $0.world.quota = newValue } }
    }

    /// Restores a backup without these items: a new epoch begins.
    public func restore(dropping ids: Set<ToDoItem.ID> = []) {
        state.withLock { $0.world.restore(dropping: ids) }
        resetStreams()
    }

    /// Drops the history: the response to an earlier token is 410.
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

    /// Responds to a request.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try Task.checkCancellation()
        return try respond(to: request)
    }

    private func respond(to request: URLRequest) throws -> (Data, URLResponse) {
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
            response.headers["Retry-After"] = retryAfter.flatMap { Int(exactly: $0.rounded(.up)) }
                .map(String.init)
            return try Self.message(response, request)
        case .content(let status, let text):
            var response = ServerResponse(status)
            response.content = Data(text.utf8)
            return try Self.message(response, request)
        }
    }

    private func perform(_ request: URLRequest) throws -> ServerResponse {
        let response = try state.withLock { try $0.world.respond(to: request) }
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
