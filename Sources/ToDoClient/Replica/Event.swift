import Foundation

/// One change of a replica's state, and one record of the log.
enum Event: Sendable {
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
    struct Action: Sendable {
        enum Kind: String, Sendable { case write, undo, redo }

        var kind = Kind.write
        var edits: [Edit]
        /// The conflict whose loser is restored.
        var restored: UUID?
    }

    /// Edits move from the queue into a request.
    struct RequestStarted: Sendable {
        let kind: PendingRequest.Kind
        let key: String
        let body: Data
        let startedAt: Double
        let ids: [UUID]
    }

    /// The server applied the request.
    struct RequestSucceeded: Sendable {
        /// The state of each item on the server; nil for none.
        let results: [(id: UUID, stored: ServerItem?)]
        /// The revision of the write, if it changed anything.
        let revision: Int?
        let seed: UUID
    }

    /// The server refused the request; the edits return to the queue, except the rejected ones.
    struct RequestRefused: Sendable {
        var rejected: [UUID: Problem] = [:]
        /// Whether the server has no room; then an undo can still be sent as one.
        var isForRoom = false
        let seed: UUID
    }

    /// Changes from the server.
    struct Page: Sendable {
        let changes: [(id: UUID, stored: ServerItem?)]
        let token: String
        /// Whether further pages follow.
        let hasMore: Bool
        let seed: UUID
    }
}

/// A part of a replica's whole state; a rewritten log begins with all parts.
enum CheckpointPart: Sendable {
    /// The first part: all others follow.
    case start(token: String?, nextNumber: Int, parts: Int)
    case copy([ServerItem])
    case queue([Edit])
    case pendingRequest(PendingRequest)
    case step([Edit], isRedo: Bool)
    case conflicts([Conflict])
    case tombstones([Tombstone])
    case deletion(revision: Int, ids: [UUID])
}

/// An item that a local deletion has removed, in its last state on the server.
struct Tombstone: Sendable {
    let stored: ServerItem
    /// The revision of the deletion, if it is known.
    let deletionRevision: Int?
}
