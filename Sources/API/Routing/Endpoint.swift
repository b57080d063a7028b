/// What answers a request; `App` has a function for each.
///
/// Whose it is decides what its function is given: no endpoint can see an
/// owner that it was not given.
enum Endpoint: Equatable, Sendable {
    case owned(Owned)
    case signedIn(SignedIn)
    case open(Open)

    /// What is about one owner's items, and wants to know whose.
    enum Owned: Equatable, Sendable {
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

        /// What the endpoint takes for a body.
        var bodyPolicy: BodyPolicy {
            switch self {
            case .addItems, .batch: BodyPolicy(types: .json, size: .many)
            case .putItem: BodyPolicy(types: .json, size: .one)
            case .patchItem, .patchItems: BodyPolicy(types: .mergePatch, size: .one)
            case .undo: BodyPolicy(types: .json, size: .ignored)
            case .listItems, .deleteItems, .readChanges, .readItem, .deleteItem, .listScreen,
                .coordinates:
                .nothing
            }
        }
    }

    /// What is about an account and its tokens, and wants one of them.
    enum SignedIn: Equatable, Sendable {
        case readAccount
        case removeAccount
        case readSession
        case signOut

        /// What the endpoint takes for a body.
        var bodyPolicy: BodyPolicy {
            switch self {
            case .removeAccount: BodyPolicy(types: .json, size: .small)
            case .readAccount, .readSession, .signOut: .nothing
            }
        }
    }

    /// What nobody has to say who they are for.
    enum Open: Equatable, Sendable {
        case health
        case readiness
        case metrics
        case description
        case problemPage
        case signUp
        case signIn

        /// What the endpoint takes for a body.
        var bodyPolicy: BodyPolicy {
            switch self {
            case .health, .readiness, .metrics, .description, .problemPage: .nothing
            case .signUp, .signIn: BodyPolicy(types: .json, size: .small)
            }
        }
    }

    /// What the endpoint takes for a body.
    var bodyPolicy: BodyPolicy {
        switch self {
        case .owned(let endpoint): endpoint.bodyPolicy
        case .signedIn(let endpoint): endpoint.bodyPolicy
        case .open(let endpoint): endpoint.bodyPolicy
        }
    }
}
