import CLinux
import Glibc
import HTTP

/// Sends to many sockets by one call, io_submit(2).
///
/// That call is for files, and goes on with them after it has returned. With a socket that does not
/// block it does what send(2) does, one after the other, and is through with all when it returns.
/// Unlike io_uring it is allowed in containers.
@safe
struct BatchedSend: ~Copyable {
    /// What one socket is sent: the bytes from where the piece before ends, up to `end`.
    struct Piece {
        let descriptor: Int32
        let end: Int
    }

    private let capacity: Int
    private let context: aio_context_t
    // `capacity` of each, from `init` to `deinit`; `list` has the addresses of `blocks`.
    private let blocks: UnsafeMutablePointer<iocb>
    private let list: UnsafeMutablePointer<UnsafeMutablePointer<iocb>?>
    private let events: UnsafeMutablePointer<io_event>
    /// What came of each piece: how many bytes were sent, or a reason below zero.
    private var results: [Int]

    /// Nil where the kernel has no such call, or does not allow this process one more of it.
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

    /// Sends each piece to its socket, as much of it as there is room for; returns for how many that
    /// was tried, from the first one on.
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
                // Of what nothing is heard, nobody knows how much was sent.
                results[index] = -Int(EIO)
            }
            return max(0, unsafe toodoo_io_submit(context, pieces.count, list))
        }
        collectResults(of: tried)
        return tried
    }

    /// What came of a piece that was tried.
    func transfer(_ index: Int) -> Transfer {
        let result = results[index]
        if result >= 0 { return .bytes(result) }
        let error = Errno(code: Int32(-result))
        // Who was interrupted has sent nothing, and is told when to try again like who has no room.
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

/// Keeps a write to a closed connection from ending the process, whatever that does with SIGPIPE
/// otherwise, on this thread: io_submit(2) has no MSG_NOSIGNAL.
private func blockBrokenPipe() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
