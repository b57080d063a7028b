package import Items
import Synchronization

/// The newest known revisions of the owners whose event streams wait in this process.
///
///     own commit ──────────┐
///     notification ────────┼──▶ update ──▶ revision(of:), which streams call after a signal
///     poll ────────────────┘
///
/// An owner is watched from the first call for it until `watchSeconds` after the last one.
/// Revisions of other owners are dropped.
package final class RevisionCache: Sendable {
    private struct Entry {
        /// Nil until the revision was read.
        var revision: Int?
        var calledAt: Double
    }

    /// Seconds for which an owner is watched after the last call; streams call at least every two.
    static let watchSeconds = 30.0

    private let clock: Clock
    private let entries = Mutex<[Int: Entry]>([:])

    /// An empty cache; the clock only goes forward.
    package init(clock: Clock) {
        self.clock = clock
    }

    /// The newest known revision of an owner, which is watched from now on; nil when none is known
    /// yet, and then the caller reads it and calls `update`.
    package func revision(of owner: Int) -> Int? {
        let now = clock.now()
        return entries.withLock { entries in
            entries[owner, default: Entry(calledAt: now)].calledAt = now
            return entries[owner]?.revision
        }
    }

    /// Updates the revisions of watched owners; returns whether one is new.
    @discardableResult
    package func update(_ revisions: some Sequence<(owner: Int, revision: Int)>) -> Bool {
        entries.withLock { entries in
            var isNew = false
            for (owner, revision) in revisions {
                guard let known = entries[owner], revision > known.revision ?? -1 else { continue }
                entries[owner]?.revision = revision
                isNew = true
            }
            return isNew
        }
    }

    /// The watched owners; those without a recent call are dropped first.
    package func watchedOwners() -> [Int] {
        let oldest = clock.now() - Self.watchSeconds
        return entries.withLock { entries in
            entries = entries.filter { $0.value.calledAt >= oldest }
            return entries.keys.sorted()
        }
    }
}
