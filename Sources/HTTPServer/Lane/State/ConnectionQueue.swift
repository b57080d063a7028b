/// First-in, first-out queue of connections.
///
///     slots   nil  nil  c3  c4  c5
///                       ^ head
///
/// A slot that was taken is cleared at once: a reference left behind would keep the descriptor of a
/// closed connection open.
struct ConnectionQueue {
    /// The least number of cleared slots that is worth moving the others for.
    private static let minCompaction = 64

    private var slots: [Connection?] = []
    private var head = 0

    var count: Int { slots.count - head }
    var isEmpty: Bool { head == slots.count }

    mutating func append(_ connection: Connection) {
        slots.append(connection)
    }

    mutating func popFirst() -> Connection? {
        guard head < slots.count else { return nil }
        let connection = slots[head]
        slots[head] = nil
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.minCompaction, head > slots.count / 2 {
            slots.removeFirst(head)
            head = 0
        }
        return connection
    }

    /// Removes the closed connections and keeps the order of the others.
    mutating func removeClosed() {
        slots.removeAll { $0?.isClosed != false }
        head = 0
    }
}
