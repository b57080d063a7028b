import HTTP

/// Connections with more requests than one turn takes, and streams, in the order of their next turn.
///
/// The owners of streams take turns, so that one who reads many lists or searches in many items does
/// not slow down the others:
///
///     requests   c1  c2
///     owner 7    c3  c4  c5      turns: c1  c3  c6  c2  c4  c5
///     owner 9    c6
struct ReadyQueue {
    /// Connections without a stream, and streams of unknown owners. It keeps its memory: nothing is
    /// allocated for a request.
    private var requests = Queue<Connection>()
    /// The streams of each owner that has some.
    private var streams: [Int: Queue<Connection>] = [:]
    /// The owners in `streams` in the order of their next turn, and `nil` for `requests`.
    private var turns = Queue<Int?>()
    /// Whether `turns` has `nil`.
    private var haveRequestsTurn = false
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds a connection behind those of its owner, unless it is queued already.
    mutating func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        count += 1
        let owner = connection.streamed?.context.owner ?? 0
        if owner == 0 {
            requests.append(connection)
            giveRequestsTurn()
        } else {
            if streams[owner] == nil { turns.append(owner) }
            streams[owner, default: Queue()].append(connection)
        }
    }

    /// Takes the connection whose turn it is.
    mutating func next() -> Connection? {
        // Closed connections may have left owners without any.
        while let owner = turns.popFirst() {
            guard let connection = next(of: owner) else { continue }
            precondition(connection.isQueued && count > 0, "a turn of a connection without one")
            connection.isQueued = false
            count -= 1
            return connection
        }
        return nil
    }

    private mutating func giveRequestsTurn() {
        guard !requests.isEmpty, !haveRequestsTurn else { return }
        haveRequestsTurn = true
        turns.append(nil)
    }

    /// Takes the first connection of an owner, whose next turn comes after those of the others.
    private mutating func next(of owner: Int?) -> Connection? {
        guard let owner else {
            haveRequestsTurn = false
            let connection = requests.popFirst()
            giveRequestsTurn()
            return connection
        }
        let connection = streams[owner]?.popFirst()
        if streams[owner]?.isEmpty == true {
            streams[owner] = nil
        } else {
            turns.append(owner)
        }
        return connection
    }

    /// Removes closed connections when one of those closed in this round is queued.
    mutating func remove(_ closed: [Connection]) {
        guard closed.contains(where: \.isQueued) else { return }
        requests.removeClosed()
        for owner in streams.keys { streams[owner]?.removeClosed() }
        count = streams.values.reduce(requests.count) { $0 + $1.count }
    }
}
