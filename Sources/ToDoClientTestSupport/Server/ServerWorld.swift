import Foundation
import ToDoClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of the server: owners, accounts, addresses, and responses for repeated requests.
struct ServerWorld: Sendable {
    /// The owner of items that need no account.
    static let localOwner = ""

    struct Account: Sendable {
        var name: String
        var email: String
        var password: String
    }

    struct Session: Sendable {
        var email: String
        let handle: String
        let label: String?
        let scope: TokenScope
        /// The token that made it; nil for a sign-in.
        let maker: String?
        let expiresAt: Double
    }

    var addresses: [String: Coordinate] = [:]
    var token: String?
    var rules = ServerRules()
    /// The bytes that the items of an owner may take.
    var quota: Int?
    /// Whether there is, or was, an account: then all requests need a token.
    var hasAccounts = false
    /// By email in lower case.
    var accounts: [String: Account] = [:]
    /// The sessions, by token.
    var sessions: [String: Session] = [:]
    private var owners: [String: Owner] = [localOwner: Owner()]
    /// The first responses to requests with an idempotency key.
    private var responses: [String: (body: Data?, response: ServerResponse)] = [:]

    func owner(_ name: String) -> Owner { owners[name] ?? Owner() }

    var items: [ToDoItem] {
        owners.sorted { $0.key < $1.key }.flatMap { $0.value.inOrder.map(\.item) }
    }

    var revision: Int { owners.values.map(\.revision).max() ?? 0 }

    /// Replaces the items of the only account, or of the owner without one.
    mutating func setItems(_ items: [ToDoItem]) {
        let name = accounts.count == 1 ? accounts.keys.first ?? Self.localOwner : Self.localOwner
        var owner = owners[name] ?? Owner()
        // This write refuses nothing.
        try? owner.write { draft throws(Refusal) in
            let ids = Set(items.map(\.id))
            for id in draft.items.keys where !ids.contains(id) { draft.delete(id) }
            for item in items {
                var item = item.withTimestampOfDay
                if item.done { item.repetition = nil }
                _ = draft.put(item)
            }
        }
        owners[name] = owner
    }

    mutating func restore(dropping ids: Set<UUID>) {
        for name in owners.keys { owners[name]?.restore(dropping: ids) }
        responses = [:]
    }

    /// Renames an owner; nil removes its items.
    mutating func renameOwner(_ name: String, to newName: String?) {
        let owner = owners.removeValue(forKey: name)
        if let newName { owners[newName] = owner }
    }

    mutating func forgetDeletions() {
        for name in owners.keys { owners[name]?.forgetDeletions() }
    }

    /// Responds to a request; a repeated one with a key gets the first response.
    mutating func respond(to request: URLRequest) throws -> ServerResponse {
        let call = ServerCall(request)
        guard let key = call.idempotencyKey.map({ "\(call.bearer ?? "") \(call.line) \($0)" })
        else { return try respond(to: call) }
        if let first = responses[key] {
            guard first.body == call.body else {
                return try ServerResponse(.of("idempotency-key-reused", 422))
            }
            return first.response
        }
        let response = try respond(to: call)
        if (200...299).contains(response.status) { responses[key] = (call.body, response) }
        return response
    }

    private mutating func respond(to call: ServerCall) throws -> ServerResponse {
        do {
            try checkScope(of: call)
            if let response = try respondOpen(call) { return response }
            guard let name = ownerName(of: call) else { throw Refusal.of("unauthorized", 401) }
            var owner = owners[name] ?? Owner()
            owner.quota = quota
            owner.writer = call.bearer.flatMap { sessions[$0]?.label }
            let response = try respondOwned(call, &owner)
            owners[name] = owner
            return response
        } catch let refusal as Refusal {
            return try ServerResponse(refusal)
        } catch is DecodingError {
            return try ServerResponse(.invalid([ServerFault("", "is malformed")]))
        }
    }

    /// The owner of a request's items; nil if the request needs another token.
    private func ownerName(of call: ServerCall) -> String? {
        if let name = call.bearer.flatMap({ sessions[$0]?.email }) { return name }
        if let token { return call.bearer == token ? Self.localOwner : nil }
        return hasAccounts ? nil : Self.localOwner
    }

    /// Opens a stream: its response, its owner and the revision from which changes are sent.
    func openStream(_ request: URLRequest) throws -> (ServerResponse, String, Int) {
        let call = ServerCall(request)
        guard let name = ownerName(of: call) else {
            return (try ServerResponse(.of("unauthorized", 401)), "", 0)
        }
        let owner = owner(name)
        do throws(Refusal) {
            let since = try call.query["since"].map { text throws(Refusal) in
                try owner.revision(ofToken: text)
            }
            return (
                ServerResponse(200, headers: ["Content-Type": "text/event-stream"]), name,
                since ?? 0
            )
        } catch {
            return (try ServerResponse(error), name, 0)
        }
    }
}

/// A parsed request.
struct ServerCall {
    let method: String
    /// The path after the base URL, in parts.
    let path: [String]
    let query: [String: String]
    let line: String
    let body: Data?
    private let headers: [String: String]

    /// The first parts of the server's paths; the parts before them belong to the base URL.
    private static let roots: Set<String> = [
        "items", "history", "trash", "undo", "coordinates", "users", "sessions", "tokens",
    ]

    init(_ request: URLRequest) {
        method = request.httpMethod ?? "GET"
        let url = request.url ?? URL(filePath: "/")
        let parts = url.path.split(separator: "/").map(String.init)
        path = Array(parts[(parts.firstIndex(where: Self.roots.contains) ?? 0)...])
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        line = "\(method) \(url.absoluteString)"
        body = request.httpBody
        headers = request.allHTTPHeaderFields ?? [:]
    }

    func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    var idempotencyKey: String? { header("Idempotency-Key") }

    var bearer: String? {
        guard let value = header("Authorization"), value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }

    /// The body as JSON.
    func content<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard let body, header("Content-Type") != nil else {
            throw Refusal.of("unsupported-media-type", 415)
        }
        guard (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
        else { throw Refusal.of("bad-json", 400) }
        return try JSONDecoder().decode(Value.self, from: body)
    }

    /// Refuses parameters that are not allowed for the route.
    func checkQuery(_ known: [String]) throws(Refusal) {
        guard query.keys.allSatisfy(known.contains) else { throw .of("bad-parameter", 400) }
    }
}
