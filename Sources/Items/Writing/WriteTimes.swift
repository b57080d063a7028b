/// The times of a writer's writes: `createdAt` grows with the order of creation, from write to write
/// as well.
///
/// The last item of a write has a time that is ahead of the clock by 1 µs for each earlier one
/// (`CreationTimes`). A write at the same moment begins after it. A clock that was set back by more
/// than a second is used as it is.
///
/// Copies share what is committed: a writer of bulk writes and the writer of the others use copies of
/// one value, on one thread.
package struct WriteTimes {
    /// The latest creation of committed batches.
    private final class Committed {
        var time = -Double.infinity
    }

    private let committed = Committed()
    /// What was committed when the current batch began.
    private var began = -Double.infinity
    /// The latest creation of committed batches, or of the current batch.
    private var last = -Double.infinity
    /// The time of the next write.
    package private(set) var next = 0.0

    /// The times of a writer that has written nothing.
    package init() {}

    /// Begins a batch at `now`, or begins it again.
    package mutating func begin(at now: Double) {
        began = committed.time
        last = began
        next = last > now && last - now < 1 ? Self.time(last, plus: 1) : now
    }

    /// Notes the number of items that a write has created at its time: the next one begins behind
    /// them.
    package mutating func note(created count: Int) {
        guard count > 0 else { return }
        last = count == 1 ? next : Self.time(next, plus: count - 1)
        next = Self.time(last, plus: 1)
    }

    /// Ends a batch that is stored.
    package mutating func commit() {
        // Another copy may have committed meanwhile. Otherwise a clock that was set back counts.
        committed.time = committed.time == began ? last : max(committed.time, last)
    }

    /// A time in microseconds, which a Double holds exactly until the year 2242.
    static func time(_ start: Double, plus microseconds: Int) -> Double {
        ((start * 1e6).rounded() + Double(microseconds)) / 1e6
    }
}
