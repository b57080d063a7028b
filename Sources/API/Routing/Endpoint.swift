import Items

/// An endpoint; `App` has a function for each.
///
/// The group decides the function's arguments: no endpoint can reach an owner that it was not
/// given.
enum Endpoint: Equatable, Sendable {
    case owned(Owned)
    case signedIn(SignedIn)
    case open(Open)

    /// Endpoints about the items of the caller's owner.
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
        case coordinates
        case assist
        case importFile
        case listHistory
        case listVersions
        case listTrash
        case restoreItem
        case listSubscriptions
        case subscribe
        case unsubscribe
        case testSubscription

        var bodyPolicy: BodyPolicy {
            switch self {
            case .addItems, .batch: BodyPolicy(types: .json, size: .many)
            case .putItem: BodyPolicy(types: .json, size: .one)
            case .patchItem, .patchItems: BodyPolicy(types: .mergePatch, size: .one)
            case .subscribe: BodyPolicy(types: .json, size: .small)
            case .undo, .restoreItem, .testSubscription:
                BodyPolicy(types: .json, size: .ignored)
            case .assist: BodyPolicy(types: .json, size: .one)
            case .importFile: BodyPolicy(types: .file, size: .file)
            case .listItems, .deleteItems, .readChanges, .readItem, .deleteItem, .coordinates,
                .listHistory, .listVersions, .listTrash, .listSubscriptions, .unsubscribe:
                .nothing
            }
        }

        /// A write of what the path names, which finds out whether it is missing; nil if a faulty
        /// request is refused whatever exists.
        func target(_ match: Router.Match?) -> ItemWrite.Action? {
            switch (self, match?.id, match?.revision) {
            case (.readItem, let id?, _), (.patchItem, let id?, _): .patch(id, ItemPatch())
            case (.deleteItem, let id?, _): .delete(id)
            case (.undo, _, let revision?): .undo(revision: revision)
            case (.restoreItem, let id?, _): .restore(id, revision: nil)
            default: nil
            }
        }
    }

    /// Endpoints about the caller's account and token.
    enum SignedIn: Equatable, Sendable {
        case readAccount
        case changeAccount
        case removeAccount
        case listSessions
        case readSession
        case signOut
        case revokeSession
        case addToken

        var bodyPolicy: BodyPolicy {
            switch self {
            case .removeAccount, .addToken: BodyPolicy(types: .json, size: .small)
            case .changeAccount: BodyPolicy(types: .mergePatch, size: .small)
            case .readAccount, .listSessions, .readSession, .signOut, .revokeSession: .nothing
            }
        }
    }

    /// Endpoints without authentication.
    enum Open: Equatable, Sendable {
        case health
        case readiness
        case metrics
        case description
        case descriptionInJSON
        case reference
        case problemPage
        case page
        case pageFile
        case pageWorker
        case pageManifest
        case signUp
        case signIn
        case calendar

        var bodyPolicy: BodyPolicy {
            switch self {
            case .health, .readiness, .metrics, .description, .descriptionInJSON, .reference,
                .problemPage, .page, .pageFile, .pageWorker, .pageManifest, .calendar:
                .nothing
            case .signUp, .signIn: BodyPolicy(types: .json, size: .small)
            }
        }
    }

    var bodyPolicy: BodyPolicy {
        switch self {
        case .owned(let endpoint): endpoint.bodyPolicy
        case .signedIn(let endpoint): endpoint.bodyPolicy
        case .open(let endpoint): endpoint.bodyPolicy
        }
    }
}
