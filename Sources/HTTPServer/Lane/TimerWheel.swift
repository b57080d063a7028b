/// When to look at which connection: one for a lane, instead of a timer for each connection.
///
///     slot   0    1    2    …   127          one second each; beyond that, the last one
///            ·    ●●   ·        ●
///
/// A connection stands in the wheel at most once per second of the horizon. Moving a deadline back
/// costs nothing here: whoever takes an entry out looks at the connection's own deadline and puts
/// it in again when that is later. Pure: it knows no clock but the `now` it is told.
struct TimerWheel {
    /// A timer that has a connection looked at.
    struct Entry: Equatable {
        let descriptor: Int32
        let generation: UInt32
        /// The second at which it falls due.
        let second: Int
    }

    /// An entry without its second, which is its slot's.
    private struct SlotEntry {
        let descriptor: Int32
        let generation: UInt32
    }

    private static let slots = 128
    private var wheel = [[SlotEntry]](repeating: [], count: slots)
    /// The next second at which something falls due, nil when the wheel is empty.
    private(set) var next: Int?
    /// Everything before this second has been taken out.
    private var current: Int
    /// How many timers are in it.
    private(set) var count = 0

    /// An empty wheel at the second `now`.
    init(now: Int) {
        current = now
    }

    /// Puts a timer in for the second `second`, or the first one not yet
    /// past, or the last one within the horizon.
    mutating func insert(descriptor: Int32, generation: UInt32, second: Int) -> Int {
        let due = min(max(second, current), current + Self.slots - 1)
        wheel[due % Self.slots].append(SlotEntry(descriptor: descriptor, generation: generation))
        next = min(due, next ?? due)
        count += 1
        return due
    }

    /// Forgets all timers but these, and gives their memory back.
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

    /// Takes out everything that falls due up to and with the second `now`.
    mutating func advance(to now: Int, _ fire: (Entry) -> Void) {
        guard now >= current else { return }
        current = now + 1
        guard let first = next, first <= now else { return }
        for second in first...min(now, first + Self.slots - 1) {
            let slot = second % Self.slots
            guard !wheel[slot].isEmpty else { continue }
            var due: [SlotEntry] = []
            swap(&due, &wheel[slot])
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
