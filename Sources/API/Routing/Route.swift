import HTTP
import Items

/// The routes: what there is, and what can be done with it. `HEAD` and
/// `OPTIONS` follow from the rest.
///
/// A class, since a request hands its route on a few times, which is then one count and no copy.
final class Route: Sendable {
    /// The path; a last segment of `{id}` stands for a UUID, one of
    /// `{revision}` for a number, one of `{name}` for a kind of problem.
    let path: String
    let operations: [(method: Method, endpoint: Endpoint)]
    /// Whether nobody has to say who they are to be told what can be done here.
    let isOpen: Bool
    private let endpoints: [Endpoint?]

    /// Every route, the only list of them.
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
        Route("/items/batch", owned: (.post, .batch)),
        Route("/undo/{revision}", owned: (.post, .undo)),
        Route("/screens/list", owned: (.get, .listScreen)),
        Route("/coordinates", owned: (.get, .coordinates)),
        Route("/users", open: (.post, .signUp)),
        Route("/users/current", signedIn: (.get, .readAccount), (.delete, .removeAccount)),
        Route("/sessions", open: (.post, .signIn)),
        Route("/sessions/current", signedIn: (.get, .readSession), (.delete, .signOut)),
        Route("/healthz", open: (.get, .health)),
        Route("/readyz", open: (.get, .readiness)),
        Route("/metrics", open: (.get, .metrics)),
        Route("/openapi.yaml", open: (.get, .description)),
        Route("/problems/{name}", open: (.get, .problemPage)),
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
        endpoints = Method.allCases.map { method in
            let asked = method == .head ? .get : method
            return operations.first { $0.method == asked }?.endpoint
        }
    }

    /// Every method that is allowed here, as `Allow` lists them.
    var methods: [Method] {
        let own = operations.map(\.method)
        return (own.contains(.get) ? [.get, .head] : []) + own.filter { $0 != .get } + [.options]
    }

    /// The endpoint that answers a method; `HEAD` is answered as `GET` is, without the content.
    func endpoint(for method: Method) -> Endpoint? {
        endpoints[Int(method.rawValue)]
    }

    /// Whether there is nothing here where metrics are told elsewhere, or nowhere.
    var servesMetrics: Bool { endpoint(for: .get) == .open(.metrics) }

    /// Whether there is nothing here on a server without accounts.
    var needsAccounts: Bool { path.hasPrefix("/users") || path.hasPrefix("/sessions") }
}
