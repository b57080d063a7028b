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
    /// The server requires a valid token.
    case signedOut
}
