import Glibc

/// What the log is written to: standard error, of whatever kind it is.
///
/// Waiting for room before each part, and never giving more than surely fits, keeps the thread of
/// the log from being caught in a call that it cannot be called back from.
struct LogSink {
    let descriptor: Int32
    /// How much is written at once. A pipe that has room at all takes a page as a whole
    /// (pipe(7), PIPE_BUF), so that no line is torn; a file takes anything.
    let part: Int

    /// A sink that writes to this descriptor, which stays open.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        part = isFile ? 262_144 : 4_096
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
