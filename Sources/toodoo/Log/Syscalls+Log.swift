import Glibc

/// The descriptor that the log is written to: a file, a pipe, a terminal or a socket.
///
/// The log thread waits before each part until the descriptor is writable, and never writes more than
/// fits, so it does not get stuck in a write that cannot be cancelled.
struct LogSink {
    let descriptor: Int32
    /// F_GETPIPE_SZ of fcntl(2), which the C library declares only with _GNU_SOURCE.
    private static let getPipeSize: Int32 = 1_032
    private let isFile: Bool
    private let isPipe: Bool

    /// A sink for this descriptor, which is not closed.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
        isPipe = isKnown && status.st_mode & S_IFMT == S_IFIFO
    }

    /// The number of bytes to write at once, so that no line is split: any number into a file; 4 KiB
    /// (PIPE_BUF) into a writable pipe, and 64 KiB, its capacity, into an empty one (pipe(7)).
    var part: Int { isFile ? 262_144 : isEmptyPipe ? 65_536 : 4_096 }

    private var isEmptyPipe: Bool {
        guard isPipe else { return false }
        var waiting: Int32 = 1
        let isTold = unsafe ioctl(descriptor, UInt(FIONREAD), &waiting) == 0
        // The capacity may be set lower than the default.
        return isTold && waiting == 0 && fcntl(descriptor, Self.getPipeSize) >= 65_536
    }

    /// Whether it is a terminal and colours are not disabled (no-color.org).
    var isColored: Bool {
        isatty(descriptor) == 1 && Environment.value("NO_COLOR").map(\.isEmpty) ?? true
    }

    /// Waits until the sink is writable; false at the time-out.
    func isWritable(within milliseconds: Int32) -> Bool {
        var log = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&log, 1, milliseconds) == 1
    }

    /// Writes as much as is accepted and returns the number of bytes; nil when the sink is closed
    /// or fails.
    func write(_ bytes: Span<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBufferPointer {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 { return count }
        return errno == EINTR || errno == EAGAIN ? 0 : nil
    }
}
