import HTTP

/// Small answers that leave a lane together, by one call of the kernel.
///
/// By a call for each, a client on this machine that waits for its answer gets the core when that
/// call ends, asks for the next thing and gives the core back: two switches for one answer. By one
/// call for all, clients find many answers, and ask for as much before they give way.
///
///     bytes    | answer | answer | answer |
///     pieces            ^        ^        ^   where each ends, and whose it is
///
/// It is open in those parts of a lane's round that come to one connection after the other, and
/// emptied behind them. A connection has at most one answer in it: what is sent to it after that is
/// not to overtake the rest of the first.
struct SendBatch: ~Copyable {
    /// Larger ones are not worth being copied.
    static let longestResponse = 4_096
    /// How many leave together, so that the first does not wait long for the others.
    private static let capacity = 64
    /// For how many microseconds the first one waits for others.
    private static let longestDelay = 250

    /// Whether answers are to go into it.
    private(set) var isOpen = false
    /// When it was opened, or last empty, in microseconds.
    private var since = 0
    private var bytes = ByteWriter()
    private var pieces: [BatchedSend.Piece] = []
    private var batchedSend: BatchedSend?
    /// Whether the kernel sends many at once, or has yet to be asked whether it does.
    private var canBatch: Bool

    /// An empty one; its answers go one by one if they are to, as they do where the kernel does not
    /// send many at once.
    init(oneByOne: Bool = false) {
        canBatch = !oneByOne
    }

    var isEmpty: Bool { pieces.isEmpty }
    private var isFull: Bool { pieces.count == Self.capacity }
    /// Whose answer was added last.
    var last: Int32? { pieces.last?.descriptor }

    /// Takes answers from now on, where there are several to come.
    mutating func open(for count: Int, at now: Int) {
        isOpen = count > 1
        since = now
    }

    /// Takes no more; what is in it is still to be sent.
    mutating func close() {
        isOpen = false
    }

    /// Whether it is to be emptied: no more goes into it, or the first one has waited long enough.
    func isDue(at now: Int) -> Bool { !isOpen || isFull || now - since >= Self.longestDelay }

    /// Begins to wait anew.
    mutating func wasFlushed(at now: Int) {
        since = now
    }

    /// Adds a copy of an answer; to be called only while it is not full.
    mutating func add(_ answer: borrowing ByteWriter, for descriptor: Int32) {
        assert(!pieces.contains { $0.descriptor == descriptor })
        bytes.append(answer.span)
        pieces.append(BatchedSend.Piece(descriptor: descriptor, end: bytes.count))
    }

    /// Sends all answers, and says of each what came of it.
    mutating func flush(_ sent: (Int32, Span<UInt8>, Transfer) -> Void) {
        let together = sendTogether()
        var start = 0
        for (index, piece) in pieces.enumerated() {
            let answer = bytes.span.extracting(start..<piece.end)
            let transfer =
                index < together
                ? batchedSend?.transfer(index) ?? .broken : send(answer, to: piece.descriptor)
            sent(piece.descriptor, answer, transfer)
            start = piece.end
        }
        pieces.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    /// How many could be sent by one call, from the first on: all, nearly always.
    private mutating func sendTogether() -> Int {
        // One alone goes the straight way, which costs less.
        guard canBatch, pieces.count > 1 else { return 0 }
        if batchedSend == nil { batchedSend = BatchedSend(atMost: Self.capacity) }
        canBatch = batchedSend != nil
        return batchedSend?.send(pieces, of: bytes) ?? 0
    }
}
