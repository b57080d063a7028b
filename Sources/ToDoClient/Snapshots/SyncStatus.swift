public import Foundation

/// What the sync of a store is doing.
public enum SyncStatus: Hashable, Sendable {
    /// Nothing.
    case idle
    /// It sends and fetches.
    case syncing
    /// All is sent and fetched.
    case upToDate
    /// The last attempt failed; the next is at this time.
    case waiting(until: Date)
    /// The server wants a valid token.
    case signedOut
}
