public import Foundation

/// The state of a store's sync.
public enum SyncStatus: Hashable, Sendable {
    /// Nothing.
    case idle
    /// It sends and fetches.
    case syncing
    /// All is sent and fetched.
    case upToDate
    /// The last attempt failed for this reason; the next is at this time.
    case waiting(until: Date, because: Reason = .unreachable)
    /// Everything is fetched, but the server has no room for the unsent items.
    ///
    /// Deletions and shorter texts are sent and make room; then the rest is sent again.
    case noRoom
    /// The server requires a valid token.
    case signedOut

    /// The reason of a failed attempt.
    public enum Reason: Hashable, Sendable {
        /// There was no usable response.
        case unreachable
        /// The server is overloaded.
        case busy
        /// The server, or an intermediary, refused the request as a whole.
        case refused(Problem)
        /// The store could not be read or written.
        case storage(StoreError)

        init(_ error: SyncError) {
            switch error {
            case .unreachable, .cancelled, .signedOut, .noRoom, .noServer: self = .unreachable
            case .busy: self = .busy
            case .refused(let problem): self = .refused(problem)
            case .storage(let error): self = .storage(error)
            }
        }
    }
}
