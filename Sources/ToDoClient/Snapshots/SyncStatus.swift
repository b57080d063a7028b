public import Foundation

/// The state of a store's sync.
public enum SyncStatus: Hashable, Sendable {
    /// Nothing.
    case idle
    /// It sends and fetches.
    case syncing
    /// All is sent and fetched.
    case upToDate
    /// The last attempt failed; the next is at this time.
    case waiting(until: Date)
    /// All is fetched, but the server has no room for the unsent items.
    ///
    /// Deletions and shorter texts are sent and make room; the rest is tried again then.
    case noRoom
    /// The server requires a valid token.
    case signedOut
}
