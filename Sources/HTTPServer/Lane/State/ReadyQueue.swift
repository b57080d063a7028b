/// Connections with more requests than one turn takes, and streams, in the order of their next turn.
struct ReadyQueue {
    private var queue = ConnectionQueue()

    var count: Int { queue.count }
    var isEmpty: Bool { queue.isEmpty }

    /// Adds a connection at the end, unless it is queued already.
    mutating func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        queue.append(connection)
    }

    /// Takes the connection whose turn it is.
    mutating func next() -> Connection? {
        let connection = queue.popFirst()
        connection?.isQueued = false
        return connection
    }

    /// Removes closed connections when one of those closed in this round is queued.
    mutating func remove(_ closed: [Connection]) {
        if closed.contains(where: \.isQueued) { queue.removeClosed() }
    }
}
