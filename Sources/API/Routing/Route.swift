import HTTP
import Items

/// The routes: what there is, and what can be done with it. `HEAD` and `OPTIONS` follow from the rest.
struct Route: Sendable {
    /// The path; a last segment of `{id}` stands for a UUID, one of `{revision}` for a number, one of
    /// `{name}` for a kind of problem.
    let path: String
    let operations: [(method: Method, endpoint: Endpoint)]

    /// Every route, the only list of them.
    static let all = [
        Route(
            "/items", (.get, .listItems), (.post, .addItems), (.patch, .patchItems),
            (.delete, .deleteItems)),
        Route("/items/changes", (.get, .readChanges)),
        Route(
            "/items/{id}",
            (.get, .readItem), (.put, .putItem), (.patch, .patchItem), (.delete, .deleteItem)),
        Route("/items/batch", (.post, .batch)),
        Route("/undo/{revision}", (.post, .undo)),
        Route("/screens/list", (.get, .listScreen)),
        Route("/coordinates", (.get, .coordinates)),
        Route("/healthz", (.get, .health)),
        Route("/readyz", (.get, .readiness)),
        Route("/openapi.yaml", (.get, .description)),
        Route("/problems/{name}", (.get, .problemPage)),
    ]

    private init(_ path: String, _ operations: (Method, Endpoint)...) {
        self.path = path
        self.operations = operations.map { (method: $0.0, endpoint: $0.1) }
    }

    /// Every method that is allowed here, as `Allow` lists them.
    var methods: [Method] {
        let own = operations.map(\.method)
        return (own.contains(.get) ? [.get, .head] : []) + own.filter { $0 != .get } + [.options]
    }

    /// The endpoint that answers a method; `HEAD` is answered as `GET` is, without the content.
    func endpoint(for method: Method) -> Endpoint? {
        let asked = method == .head ? .get : method
        return operations.first { $0.method == asked }?.endpoint
    }
}

/// What answers a request; `App` has a function for each.
enum Endpoint: Equatable, Sendable {
    case listItems
    case addItems
    case patchItems
    case deleteItems
    case readChanges
    case readItem
    case putItem
    case patchItem
    case deleteItem
    case batch
    case undo
    case listScreen
    case coordinates
    case health
    case readiness
    case description
    case problemPage

    /// What the endpoint takes for a body.
    var intake: Intake {
        switch self {
        case .addItems: Intake(types: .json, size: .many)
        case .putItem: Intake(types: .json, size: .one)
        case .patchItem, .patchItems: Intake(types: .mergePatch, size: .one)
        case .batch: Intake(types: .json, size: .many)
        case .undo: Intake(types: .json, size: .ignored)
        case .listItems, .deleteItems, .readChanges, .readItem, .deleteItem, .listScreen,
            .coordinates,
            .health,
            .readiness, .description, .problemPage:
            Intake(types: .none, size: .ignored)
        }
    }
}

/// What an endpoint does with the body of a request.
struct Intake: Equatable, Sendable {
    /// How much is taken; no more than the operator allows for any body.
    enum Size: Equatable, Sendable {
        /// An array of items.
        case many
        case one
        /// Read, so that the next request can follow it, and thrown away.
        case ignored

        /// The largest body in bytes.
        func limit(within maxBody: Int) -> Int {
            switch self {
            case .many: maxBody
            case .one: min(1 << 20, maxBody)
            case .ignored: min(1 << 16, maxBody)
            }
        }
    }

    /// The media types that are taken.
    enum Types: Equatable, Sendable {
        case none
        case json
        /// A merge patch, or plain JSON taken for one.
        case mergePatch
    }

    let types: Types
    let size: Size
}
