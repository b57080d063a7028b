package import Items
import Synchronization

/// The newest known revisions of the owners whose event streams wait in this process.
///
///     own commit ──────────┐
///     notification ────────┼──▶ learn ──▶ revision(of:), which streams ask
///     poll ────────────────┘
///
/// An owner is watched when a stream first asks, and until no stream has asked for a while. What is
/// learned of others is dropped.
package final class RevisionBoard: Sendable {
    private struct Entry {
        /// Nil until the revision was read.
        var revision: Int?
        var askedAt: Double
    }

    /// Seconds for which an owner is watched after the last question; streams ask every two.
    static let watchSeconds = 30.0

    private let clock: Clock
    private let entries = Mutex<[Int: Entry]>([:])

    /// An empty board; the clock only goes forward.
    package init(clock: Clock) {
        self.clock = clock
    }

    /// The newest known revision of an owner, who is watched from now on; nil when none is known
    /// yet, and then the caller reads it and calls `learn`.
    package func revision(of owner: Int) -> Int? {
        let now = clock.now()
        return entries.withLock { entries in
            entries[owner, default: Entry(askedAt: now)].askedAt = now
            return entries[owner]?.revision
        }
    }

    /// Learns revisions; returns whether one of a watched owner is new.
    @discardableResult
    package func learn(_ revisions: some Sequence<(owner: Int, revision: Int)>) -> Bool {
        entries.withLock { entries in
            var isNews = false
            for (owner, revision) in revisions {
                guard let known = entries[owner], revision > known.revision ?? -1 else { continue }
                entries[owner]?.revision = revision
                isNews = true
            }
            return isNews
        }
    }

    /// The watched owners; those that no stream asks about any more are forgotten first.
    package func watchedOwners() -> [Int] {
        let oldest = clock.now() - Self.watchSeconds
        return entries.withLock { entries in
            entries = entries.filter { $0.value.askedAt >= oldest }
            return entries.keys.sorted()
        }
    }
}
