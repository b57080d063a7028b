import HTTP

/// Small responses that are sent together, by one system call.
///
/// With one call each, a client on the same machine runs when its response is sent, sends its next
/// request and waits again: two context switches for each response. With one call for all, clients
/// find many responses and send as many requests before the lane runs again.
///
///     bytes    | response | response | response |
///     pieces              ^          ^          ^   the end of each, and its descriptor
///
/// It is open while a lane handles one connection after the other, and flushed afterwards. It holds
/// at most one response for a connection: a later one must not overtake the rest of the first.
struct SendBatch: ~Copyable {
    /// Copying a larger response costs more than a call of its own.
    static let longestResponse = 4_096
    /// How many responses are sent together; the first must not wait long for the others.
    private static let capacity = 64
    /// Microseconds for which the first response waits for others.
    private static let longestDelay = 250

    /// Whether responses are added to it.
    private(set) var isOpen = false
    /// When it was opened or last flushed, in microseconds.
    private var since = 0
    private var bytes = ByteWriter()
    private var pieces: [BatchedSend.Piece] = []
    private var batchedSend: BatchedSend?
    /// Whether the kernel supports sending many at once; true until a call fails.
    private var canBatch: Bool

    /// An empty batch; `oneByOne` sends each response by a separate call, as where the kernel
    /// cannot send many at once.
    init(oneByOne: Bool = false) {
        canBatch = !oneByOne
    }

    var isEmpty: Bool { pieces.isEmpty }
    private var isFull: Bool { pieces.count == Self.capacity }
    /// The descriptor of the response added last.
    var last: Int32? { pieces.last?.descriptor }

    /// Opens the batch if several responses are expected.
    mutating func open(for count: Int, at now: Int) {
        isOpen = count > 1
        since = now
    }

    /// Closes the batch; its responses are still to be flushed.
    mutating func close() {
        isOpen = false
    }

    /// Whether to flush it: it is closed or full, or the first response has waited long enough.
    func isDue(at now: Int) -> Bool { !isOpen || isFull || now - since >= Self.longestDelay }

    /// Restarts the delay after a flush.
    mutating func wasFlushed(at now: Int) {
        since = now
    }

    /// Adds a copy of a response; only to be called while the batch is not full.
    mutating func add(_ answer: borrowing ByteWriter, for descriptor: Int32) {
        assert(!pieces.contains { $0.descriptor == descriptor })
        bytes.append(answer.span)
        pieces.append(BatchedSend.Piece(descriptor: descriptor, end: bytes.count))
    }

    /// Sends all responses, and passes on the result of each.
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

    /// Sends by one call; returns how many responses, from the first on: nearly always all.
    private mutating func sendTogether() -> Int {
        // For a single response an ordinary call costs less.
        guard canBatch, pieces.count > 1 else { return 0 }
        if batchedSend == nil { batchedSend = BatchedSend(atMost: Self.capacity) }
        canBatch = batchedSend != nil
        return batchedSend?.send(pieces, of: bytes) ?? 0
    }
}
