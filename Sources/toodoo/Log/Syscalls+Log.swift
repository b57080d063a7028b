import Glibc

/// What the log is written to: standard error, of whatever kind it is.
///
/// Waiting for room before each part, and never giving more than surely fits, keeps the thread of
/// the log from being caught in a call that it cannot be called back from.
struct LogSink {
    let descriptor: Int32
    /// F_GETPIPE_SZ of fcntl(2), which the C library shows to few.
    private static let getPipeSize: Int32 = 1_032
    private let isFile: Bool
    private let isPipe: Bool

    /// A sink that writes to this descriptor, which stays open.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
        isPipe = isKnown && status.st_mode & S_IFMT == S_IFIFO
    }

    /// How much it takes at once when it has room. A pipe that has room at all
    /// takes a page as a whole, and one with nothing in it sixteen (pipe(7),
    /// PIPE_BUF, pipe capacity), so that no line is torn; a file takes anything.
    var part: Int { isFile ? 262_144 : isEmptyPipe ? 65_536 : 4_096 }

    private var isEmptyPipe: Bool {
        guard isPipe else { return false }
        var waiting: Int32 = 1
        let isTold = unsafe ioctl(descriptor, UInt(FIONREAD), &waiting) == 0
        // An operator may have made it smaller.
        return isTold && waiting == 0 && fcntl(descriptor, Self.getPipeSize) >= 65_536
    }

    /// Whether a person looks at it, who did not say that he wants no colours (no-color.org).
    var isColored: Bool {
        isatty(descriptor) == 1 && Environment.value("NO_COLOR").map(\.isEmpty) ?? true
    }

    /// Waits for room; false when there is none by then.
    func hasRoom(within milliseconds: Int32) -> Bool {
        var log = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&log, 1, milliseconds) == 1
    }

    /// Writes as much as is taken and returns how much that was; nil when nobody takes any more.
    func write(_ bytes: Span<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBufferPointer {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 { return count }
        return errno == EINTR || errno == EAGAIN ? 0 : nil
    }
}
