/// Timers of a lane's connections, with a resolution of a second.
///
///     slot   0    1    2    …   127          one second each; the last one also for all later
///            ·    ●●   ·        ●
///
/// Postponing a deadline costs nothing here: when a timer fires, it is compared with its
/// connection's own deadline, and inserted again if that is later. Pure: the caller passes the
/// time.
struct TimerWheel {
    struct Entry: Equatable {
        let descriptor: Int32
        let generation: UInt32
        /// The second in which it fires.
        let second: Int
    }

    /// An entry without its second, which follows from the slot.
    private struct SlotEntry {
        let descriptor: Int32
        let generation: UInt32
    }

    private static let slots = 128
    private var wheel = [[SlotEntry]](repeating: [], count: slots)
    /// The next second in which a timer fires; nil when the wheel is empty.
    private(set) var next: Int?
    /// All timers before this second have fired.
    private var current: Int
    /// How many timers it holds.
    private(set) var count = 0

    /// An empty wheel at the second `now`.
    init(now: Int) {
        current = now
    }

    /// Adds a timer for `second`, or for the nearest one that is neither past nor beyond the last
    /// slot; returns the second in which it fires.
    mutating func insert(descriptor: Int32, generation: UInt32, second: Int) -> Int {
        let due = min(max(second, current), current + Self.slots - 1)
        wheel[due % Self.slots].append(SlotEntry(descriptor: descriptor, generation: generation))
        next = min(due, next ?? due)
        count += 1
        return due
    }

    /// Removes the timers that `isWanted` rejects, and releases their memory.
    mutating func keep(where isWanted: (Entry) -> Bool) {
        count = 0
        for second in current..<current + Self.slots {
            let slot = second % Self.slots
            guard !wheel[slot].isEmpty else { continue }
            wheel[slot] = wheel[slot].filter { entry in
                isWanted(
                    Entry(
                        descriptor: entry.descriptor, generation: entry.generation, second: second))
            }
            count += wheel[slot].count
        }
        findNext()
    }

    /// Removes all timers up to and including the second `now`, and passes them to `fire`.
    mutating func advance(to now: Int, _ fire: (Entry) -> Void) {
        guard now >= current else { return }
        current = now + 1
        guard let first = next, first <= now else { return }
        for second in first...min(now, first + Self.slots - 1) {
            let slot = second % Self.slots
            guard !wheel[slot].isEmpty else { continue }
            var due: [SlotEntry] = []
            swap(&due, &wheel[slot])
            precondition(due.count <= count, "more timers than were inserted")
            count -= due.count
            for entry in due {
                fire(
                    Entry(
                        descriptor: entry.descriptor, generation: entry.generation, second: second))
            }
        }
        findNext()
    }

    private mutating func findNext() {
        next = (current..<current + Self.slots).first { !wheel[$0 % Self.slots].isEmpty }
    }
}
