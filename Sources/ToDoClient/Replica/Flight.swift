import Foundation

/// The one write that is under way, frozen.
struct Flight: Sendable {
    /// The request that carries the edits.
    enum Kind: Equatable, Sendable {
        /// `/items/batch`: items made here, changes and deletions.
        case batch
        /// `POST /items?onConflict=skip`: items that others may make too.
        case share
        /// `/undo/{revision}`: a deletion is taken back.
        case undo(revision: Int)
    }

    /// What is known of the outcome.
    enum Phase: String, Sendable {
        /// It is sent, again and again, until the server answers.
        case outgoing
        /// The server has done it, and a pull brings the results.
        case done
        /// The server may have done it; a pull tells.
        case inDoubt
    }

    let kind: Kind
    /// The `Idempotency-Key`, the same for each attempt.
    let key: String
    let body: Data
    /// When it was made, in seconds since 1970.
    let takenOffAt: Double
    var phase = Phase.outgoing
    /// The ids in the order in which the request has them.
    let ids: [UUID]
    var edits: [UUID: Edit]

    /// The edits in order.
    var inOrder: [Edit] { ids.compactMap { edits[$0] } }
}
