import HTTP
import Items

/// A path with its methods and their endpoints; `HEAD` and `OPTIONS` are derived.
///
/// A class: a request passes its route on several times, at one reference count each.
final class Route: Sendable {
    /// The path. A segment may be `{id}`, a UUID; its last one `{revision}`, a number; `{handle}`, the
    /// handle of a token; `{subscription}`, that of a subscription; `{name}`, a kind of problem; or `{token}.ics`, whose endpoint reads it. `{hash}/{file}` are all segments that
    /// follow.
    let path: String
    let operations: [(method: Method, endpoint: Endpoint)]
    /// Whether the route needs no authentication for 405.
    private let isOpen: Bool
    private let endpoints: [Endpoint?]

    static let all = [
        Route(
            "/items",
            owned: (.get, .listItems), (.post, .addItems), (.patch, .patchItems),
            (.delete, .deleteItems)),
        Route("/items/changes", owned: (.get, .readChanges)),
        Route(
            "/items/{id}",
            owned: (.get, .readItem), (.put, .putItem), (.patch, .patchItem),
            (.delete, .deleteItem)),
        Route("/items/{id}/history", owned: (.get, .listVersions)),
        Route("/items/{id}/restore", owned: (.post, .restoreItem)),
        Route("/items/batch", owned: (.post, .batch)),
        Route("/history", owned: (.get, .listHistory)),
        Route("/trash", owned: (.get, .listTrash)),
        Route("/undo/{revision}", owned: (.post, .undo)),
        Route("/imports", owned: (.post, .importFile)),
        Route("/coordinates", owned: (.get, .coordinates)),
        Route("/mcp", owned: (.post, .assist)),
        Route("/subscriptions", owned: (.get, .listSubscriptions), (.post, .subscribe)),
        Route("/subscriptions/{subscription}", owned: (.delete, .unsubscribe)),
        Route("/subscriptions/{subscription}/test", owned: (.post, .testSubscription)),
        Route("/users", open: (.post, .signUp)),
        Route(
            "/users/current",
            signedIn: (.get, .readAccount), (.patch, .changeAccount), (.delete, .removeAccount)),
        Route(
            "/sessions", [(.get, .signedIn(.listSessions)), (.post, .open(.signIn))], isOpen: true),
        Route("/tokens", signedIn: (.post, .addToken)),
        Route("/sessions/{handle}", signedIn: (.delete, .revokeSession)),
        Route("/sessions/current", signedIn: (.get, .readSession), (.delete, .signOut)),
        Route("/calendar/{token}.ics", open: (.get, .calendar)),
        Route("/healthz", open: (.get, .health)),
        Route("/readyz", open: (.get, .readiness)),
        Route("/metrics", open: (.get, .metrics)),
        Route("/openapi.yaml", open: (.get, .description)),
        Route("/openapi.json", open: (.get, .descriptionInJSON)),
        Route("/docs", open: (.get, .reference)),
        Route("/problems/{name}", open: (.get, .problemPage)),
        Route("/", open: (.get, .page)),
        Route("/page/{hash}/{file}", open: (.get, .pageFile)),
        Route("/sw.js", open: (.get, .pageWorker)),
        Route("/manifest.webmanifest", open: (.get, .pageManifest)),
    ]

    private convenience init(_ path: String, owned operations: (Method, Endpoint.Owned)...) {
        self.init(path, operations.map { (method: $0.0, endpoint: .owned($0.1)) })
    }

    private convenience init(
        _ path: String, signedIn operations: (Method, Endpoint.SignedIn)...
    ) {
        self.init(path, operations.map { (method: $0.0, endpoint: .signedIn($0.1)) })
    }

    private convenience init(_ path: String, open operations: (Method, Endpoint.Open)...) {
        self.init(path, operations.map { (method: $0.0, endpoint: .open($0.1)) }, isOpen: true)
    }

    private init(
        _ path: String, _ operations: [(method: Method, endpoint: Endpoint)], isOpen: Bool = false
    ) {
        self.path = path
        self.operations = operations
        self.isOpen = isOpen
        servesAssistants = operations.contains { $0.endpoint == .owned(.assist) }
        servesReminders = path.hasPrefix("/subscriptions")
        isOwnSession = operations.contains { $0.endpoint == .signedIn(.signOut) }
        servesData = operations.contains { operation in
            switch operation.endpoint {
            case .owned, .signedIn, .open(.signUp), .open(.signIn): true
            case .open: false
            }
        }
        needsAccounts = ["/users", "/sessions", "/tokens"].contains { path.hasPrefix($0) }
        endpoints = Method.allCases.map { method in
            let asked = method == .head ? .get : method
            return operations.first { $0.method == asked }?.endpoint
        }
    }

    /// The allowed methods in the order of `Allow`.
    var methods: [Method] {
        let own = operations.map(\.method)
        return (own.contains(.get) ? [.get, .head] : []) + own.filter { $0 != .get } + [.options]
    }

    /// The endpoint of a method; `HEAD` has the endpoint of `GET`.
    func endpoint(for method: Method) -> Endpoint? {
        endpoints[Int(method.rawValue)]
    }

    /// Whether a request with this method needs no authentication.
    func isOpen(to method: Method) -> Bool {
        if case .signedIn? = endpoint(for: method) { return false }
        return isOpen
    }

    /// Whether this is the route of metrics, which an address without metrics does not serve.
    var servesMetrics: Bool { endpoint(for: .get) == .open(.metrics) }

    /// Whether this is the route for assistants, which an operator can turn off.
    let servesAssistants: Bool

    /// Whether the route is one of a server that tells reminders.
    let servesReminders: Bool

    /// Whether the route is part of the page, which an operator can turn off.
    var servesPage: Bool {
        switch endpoint(for: .get) {
        case .open(.page), .open(.pageFile), .open(.pageWorker), .open(.pageManifest): true
        default: false
        }
    }

    /// Whether requests are about items or accounts.
    let servesData: Bool

    /// Whether the route does not exist on a server without accounts.
    let needsAccounts: Bool

    /// Whether this is the route of the request's own token.
    let isOwnSession: Bool
}
