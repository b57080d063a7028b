import Foundation

/// One change of a replica's state, and one record of the log.
enum Event: Sendable {
    case action(Action)
    case takeOff(TakeOff)
    case landed(Landing)
    case returned(Return)
    case phase(Flight.Phase)
    case page(Page)
    /// The server does not know the token any more.
    case expired
    case dismissed(UUID)
    case base(Base)

    /// What the user did.
    struct Action: Sendable {
        enum Kind: String, Sendable { case write, undo, redo }

        var kind = Kind.write
        var edits: [Edit]
        /// The conflict whose loser is restored.
        var restored: UUID?
    }

    /// Edits leave the queue.
    struct TakeOff: Sendable {
        let kind: Flight.Kind
        let key: String
        let body: Data
        let takenOffAt: Double
        let ids: [UUID]
    }

    /// The server did what the flight says.
    struct Landing: Sendable {
        /// For each item what the server has now; nil for none.
        let results: [(id: UUID, stored: ServerItem?)]
        /// The revision of the write, if it changed anything.
        let revision: Int?
        let seed: UUID
    }

    /// The server refused the flight; the edits return to the queue, without those set aside.
    struct Return: Sendable {
        let setAside: [UUID: Problem]
        let seed: UUID
    }

    /// Changes that the server told.
    struct Page: Sendable {
        let changes: [(id: UUID, stored: ServerItem?)]
        let token: String
        /// Whether further pages follow.
        let hasMore: Bool
        let seed: UUID
    }
}

/// A part of a replica's whole state, as a rewritten log begins.
enum Base: Sendable {
    /// The first part: all others follow.
    case start(token: String?, nextNumber: Int, parts: Int)
    case copy([ServerItem])
    case queue([Edit])
    case flight(Flight)
    case step([Edit], isRedo: Bool)
    case conflicts([Conflict])
    case graves([Grave])
    case deletion(revision: Int, ids: [UUID])
}

/// An item that a deletion of here has removed, as the server last had it.
struct Grave: Sendable {
    let stored: ServerItem
    /// The revision of the deletion, if it is known.
    let deletedBy: Int?
}
