package import Foundation

/// The limits of a sync in all. Each response alone has those of `ResponseLimit`.
///
/// A server that sends changes without an end would otherwise keep a sync busy for ever, or fill the
/// device. Everything that was fetched before a limit stays, and the next sync goes on from there.
package struct SyncLimits: Sendable {
    /// The pages that a sync fetches.
    var pages = 10_000
    /// The time since the sync began, or since the server applied a request, in seconds.
    var time: TimeInterval = 600
    /// The bytes of the items that the server stores, by its own count.
    var storedBytes = ResponseLimit.list

    /// These limits, for tests; those of each store by default.
    package init(pages: Int? = nil, time: TimeInterval? = nil, storedBytes: Int? = nil) {
        if let pages { self.pages = pages }
        if let time { self.time = time }
        if let storedBytes { self.storedBytes = storedBytes }
    }
}

/// The server has sent more than any that comes to an end.
struct ChangesHaveNoEnd: Error {}
