import CLinux
import Glibc
import HTTP

/// Sends to many sockets with one call of io_submit(2).
///
/// The call is meant for files, on which it works asynchronously. On a non-blocking socket it does
/// what send(2) does, one after the other, and is finished when it returns. Unlike io_uring it is
/// allowed in containers.
@safe
struct BatchedSend: ~Copyable {
    /// The bytes for one socket: from the end of the previous piece to `end`.
    struct Piece {
        let descriptor: Int32
        let end: Int
    }

    private let capacity: Int
    private let context: aio_context_t
    // Allocated from `init` to `deinit`, `capacity` of each; `list` holds the addresses of
    // `blocks`.
    private let blocks: UnsafeMutablePointer<iocb>
    private let list: UnsafeMutablePointer<UnsafeMutablePointer<iocb>?>
    private let events: UnsafeMutablePointer<io_event>
    /// The result of each piece: bytes sent, or a negative error number.
    private var results: [Int]

    /// Nil if the kernel lacks the call or refuses another context.
    init?(atMost capacity: Int) {
        var context = aio_context_t()
        guard unsafe toodoo_io_setup(UInt32(capacity), &context) == 0 else { return nil }
        self.capacity = capacity
        self.context = context
        unsafe blocks = .allocate(capacity: capacity)
        unsafe list = .allocate(capacity: capacity)
        unsafe events = .allocate(capacity: capacity)
        results = Array(repeating: 0, count: capacity)
        for index in 0..<capacity {
            var block = iocb()
            block.aio_lio_opcode = UInt16(IOCB_CMD_PWRITE)
            block.aio_data = UInt64(index)
            unsafe (blocks + index).initialize(to: block)
            unsafe (list + index).initialize(to: blocks + index)
        }
        blockBrokenPipe()
    }

    deinit {
        _ = toodoo_io_destroy(context)
        unsafe blocks.deallocate()
        unsafe list.deallocate()
        unsafe events.deallocate()
    }

    /// Sends each piece to its socket as far as there is room; returns how many pieces were tried,
    /// counted from the first.
    mutating func send(_ pieces: [Piece], of bytes: borrowing ByteWriter) -> Int {
        precondition(pieces.count <= capacity)
        let tried = unsafe bytes.span.withUnsafeBufferPointer { bytes in
            var start = 0
            for (index, piece) in pieces.enumerated() {
                unsafe blocks[index].aio_fildes = UInt32(piece.descriptor)
                let address = UInt(bitPattern: bytes.baseAddress) + UInt(start)
                unsafe blocks[index].aio_buf = UInt64(address)
                unsafe blocks[index].aio_nbytes = UInt64(piece.end - start)
                start = piece.end
                // For a piece without a result, the number of bytes sent is unknown.
                results[index] = -Int(EIO)
            }
            return max(0, unsafe toodoo_io_submit(context, pieces.count, list))
        }
        collectResults(of: tried)
        return tried
    }

    /// The result of a piece that was tried.
    func transfer(_ index: Int) -> Transfer {
        let result = results[index]
        if result >= 0 { return .bytes(result) }
        let error = Errno(code: Int32(-result))
        // EINTR means that nothing was sent; the poller reports when to try again, as for a full
        // socket.
        return error.wouldBlock || error.code == EINTR ? .wouldBlock : .broken
    }

    private mutating func collectResults(of count: Int) {
        var collected = 0
        while collected < count {
            let rest = count - collected
            let more = unsafe toodoo_io_getevents(context, rest, rest, events)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return }
            for index in 0..<more {
                let event = unsafe events[index]
                results[Int(event.data)] = Int(event.res)
            }
            collected += more
        }
    }
}

/// Blocks SIGPIPE on this thread, because io_submit(2) has no MSG_NOSIGNAL: a write to a closed
/// connection must not end the process, whatever its disposition of SIGPIPE.
private func blockBrokenPipe() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
