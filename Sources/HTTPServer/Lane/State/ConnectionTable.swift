import HTTP

/// The connections of a lane by descriptor, and those that were closed in this round.
///
/// A class, so that other parts can look connections up without a copy of the arrays.
final class ConnectionTable {
    private var slots: [Connection?] = []
    /// Connections closed in this round. Their descriptors stay open until the round ends, so that
    /// no event of the round reaches a new connection with the same number.
    private(set) var closed: [Connection] = []
    private var generations: UInt32 = 0

    subscript(descriptor: Int32) -> Connection? {
        let slot = Int(descriptor)
        return slot < slots.count ? slots[slot] : nil
    }

    /// All open connections, by descriptor.
    var open: some Sequence<Connection> { slots.lazy.compactMap { $0 } }

    var isEmpty: Bool { slots.allSatisfy { $0 == nil } }

    /// A number that no connection or request of this lane has had.
    func nextGeneration() -> UInt32 {
        generations &+= 1
        return generations
    }

    func insert(_ connection: Connection) {
        let slot = Int(connection.socket.number)
        if slot >= slots.count {
            slots.append(contentsOf: repeatElement(nil, count: slot + 64 - slots.count))
        }
        precondition(slots[slot] == nil, "a descriptor of two connections")
        slots[slot] = connection
    }

    /// Marks a connection as closed; its object lives until `removeClosed`.
    func close(_ connection: Connection) {
        let slot = Int(connection.socket.number)
        precondition(slots[slot] === connection, "a connection that is closed twice")
        connection.state.close()
        slots[slot] = nil
        closed.append(connection)
    }

    /// Releases the connections closed in this round, and with them their descriptors.
    func removeClosed() {
        closed.removeAll(keepingCapacity: true)
    }

    /// The connection whose current, or last, request this is.
    func connection(named handle: RequestHandle) -> Connection? {
        guard let connection = self[handle.slot],
            connection.requestGeneration == handle.generation
        else { return nil }
        return connection
    }

    /// The connection that a timer belongs to; nil when it has closed or has an earlier timer.
    func connection(for entry: TimerWheel.Entry) -> Connection? {
        guard let connection = self[entry.descriptor],
            connection.generation == entry.generation, connection.timerSecond == entry.second
        else { return nil }
        return connection
    }

    /// The connection with the largest positive size.
    func largest(_ size: (Connection) -> Int) -> Connection? {
        var found: Connection?
        var most = 0
        for case let connection? in slots {
            let size = size(connection)
            guard size > most else { continue }
            most = size
            found = connection
        }
        return found
    }

    /// The half of the connections idle since `time` or earlier that has been idle for longest,
    /// rounded up.
    func longestIdle(since time: Int) -> [Connection] {
        var idle = open.filter { $0.isIdle && $0.waitingSince <= time }
        idle.sort { $0.waitingSince < $1.waitingSince }
        return Array(idle.prefix((idle.count + 1) / 2))
    }
}
