import Foundation

/// One change of a replica's state, and one record of the log.
///
/// The names of cases and properties are a part of the log's format.
enum Event: Codable, Sendable {
    case action(Action)
    case requestStarted(RequestStarted)
    case requestSucceeded(RequestSucceeded)
    case requestRefused(RequestRefused)
    case phase(PendingRequest.Phase)
    case page(Page)
    /// The server refused the token as expired.
    case expired
    case dismissed(UUID)
    case checkpoint(CheckpointPart)

    /// An action of the user.
    struct Action: Codable, Sendable {
        enum Kind: String, Codable, Sendable {
            case write, undo, redo
            /// A write that is not a step of undo: items come from another store, or nothing of a
            /// change has a place and only its conflicts are kept.
            case move
        }

        var kind = Kind.write
        var edits: [Edit]
        /// The conflict whose loser is restored.
        var restored: UUID?
        /// Versions that the action has replaced unseen, such as changes that arrived while a form
        /// was open.
        var replaced: [Conflict] = []
    }

    /// Edits move from the queue into a request.
    struct RequestStarted: Codable, Sendable {
        let kind: PendingRequest.Kind
        let key: String
        let body: Data
        let startedAt: Double
        let ids: [UUID]
    }

    /// The server applied the request.
    struct RequestSucceeded: Codable, Sendable {
        let results: [ServerState]
        /// The revision of the write, if it changed anything.
        let revision: Int?
        let seed: Conflicts.Seed
    }

    /// The server refused the request; the edits return to the queue, except the rejected ones.
    struct RequestRefused: Codable, Sendable {
        var rejected: [UUID: Problem] = [:]
        /// Whether the server has no room; then an undo can still be sent as one.
        var isForRoom = false
        let seed: Conflicts.Seed
    }

    /// Changes from the server.
    struct Page: Codable, Sendable {
        let changes: [ServerState]
        let token: String
        /// Whether further pages follow.
        let hasMore: Bool
        let seed: Conflicts.Seed
    }
}

/// The state of an item on the server; nil for none.
struct ServerState: Codable, Sendable {
    let id: UUID
    let stored: ServerItem?
}

/// An action that can be undone, or redone.
struct Step: Codable, Sendable {
    let edits: [Edit]
    /// The conflict whose loser the action has restored.
    var conflict: Conflict?

    /// What the action has done, which an undo reverts.
    var changes: [UndoReport.Change] {
        edits.compactMap { UndoReport.Change(from: $0.before, to: $0.after) }
    }

    /// What an undo with these edits has reverted, which a redo makes again.
    var repeatedChanges: [UndoReport.Change] {
        edits.compactMap { UndoReport.Change(from: $0.after, to: $0.before) }
    }
}

/// A part of a replica's whole state; a rewritten log begins with all parts.
enum CheckpointPart: Codable, Sendable {
    /// The first part: all others follow.
    case start(token: String?, nextNumber: Int, parts: Int)
    case copy([ServerItem])
    case queue([Edit])
    case pendingRequest(PendingRequest)
    case step(Step, isRedo: Bool)
    case conflicts([Conflict])
    case tombstones([Tombstone])
    case deletion(revision: Int, ids: [UUID])
}

/// An item that a local deletion has removed, in its last state on the server.
struct Tombstone: Codable, Sendable {
    let stored: ServerItem
    /// The revision of the deletion, if it is known.
    let deletionRevision: Int?
}
