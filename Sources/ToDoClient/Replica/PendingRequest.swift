import Foundation

/// The write request that awaits its response; its content never changes.
struct PendingRequest: Codable, Sendable {
    /// The request that carries the edits.
    enum Kind: Codable, Equatable, Sendable {
        /// `/items/batch`: new local items, changes and deletions.
        case batch
        /// `POST /items?onConflict=skip`: items that other clients may create too.
        case share
        /// `/undo/{revision}`: the undo of a deletion.
        case undo(revision: Int)
    }

    /// The known part of the outcome.
    enum Phase: String, Codable, Sendable {
        /// Repeated until the server answers.
        case outgoing
        /// Applied by the server; a pull fetches the results.
        case done
        /// Perhaps applied by the server; a pull decides.
        case inDoubt
    }

    let kind: Kind
    /// The `Idempotency-Key`, the same for each attempt.
    let key: String
    let body: Data
    /// The time of the first attempt, in seconds since 1970.
    let startedAt: Double
    var phase = Phase.outgoing
    /// The ids in the order in which the request has them.
    let ids: [UUID]
    var edits: [UUID: Edit]

    /// The edits in order.
    var inOrder: [Edit] { ids.compactMap { edits[$0] } }
}
