import CPowerCut
import Testing

/// The duration of a fault.
enum FaultSpan: CaseIterable, Sendable {
    case once, untilRepaired

    /// The number of calls that fail.
    var times: Int { self == .once ? 1 : 1 << 40 }
}

/// A failure of a disk's calls, with the code that SQLite's own file system returns for it.
struct DiskFault: Equatable, Sendable, CustomTestStringConvertible {
    let testDescription: String
    let calls: Int32
    let code: Int32
    /// Whether half of the work is done before the failure.
    let isPartial: Bool
    /// Whether an open connection can still read committed data.
    let leavesReading: Bool
    /// Whether a server makes such calls after it has opened its files.
    let isInUse: Bool

    private init(
        _ description: String, _ calls: Int, _ code: Int32, isPartial: Bool = false,
        leavesReading: Bool = false, inUse: Bool = true
    ) {
        testDescription = description
        self.calls = Int32(calls)
        self.code = code
        self.isPartial = isPartial
        self.leavesReading = leavesReading
        isInUse = inUse
    }

    /// Whether the WAL cannot be truncated, which costs only disk space.
    var isOfTruncation: Bool { calls == Int32(powercut_truncate) }

    static let sync = DiskFault(
        "a sync that fails", powercut_sync, ioError(4), leavesReading: true)

    // sqlite.org/rescode.html
    private static let full: Int32 = 13
    private static let busy: Int32 = 5
    private static let cannotOpen: Int32 = 14

    private static func ioError(_ number: Int32) -> Int32 { 10 | number << 8 }

    /// There are no short reads: SQLite's file system for Linux repeats a read up to the end of the
    /// file and fills the rest with zeros (c3ref/io_methods.html).
    static let all = [
        DiskFault("a full disk", powercut_write, full, leavesReading: true),
        DiskFault(
            "a disk that fills up in the middle of a write", powercut_write, full, isPartial: true,
            leavesReading: true),
        DiskFault("a write that fails", powercut_write, ioError(3), leavesReading: true),
        DiskFault(
            "a write that fails half-way", powercut_write, ioError(3), isPartial: true,
            leavesReading: true),
        sync,
        DiskFault("a truncation that fails", powercut_truncate, ioError(6), leavesReading: true),
        DiskFault("a read that fails", powercut_read, ioError(1)),
        DiskFault("a file size that cannot be read", powercut_file_size, ioError(7)),
        DiskFault("a file that cannot be opened", powercut_open, cannotOpen),
        DiskFault("a file that cannot be deleted", powercut_delete, ioError(10), inUse: false),
        DiskFault("a file whose existence cannot be checked", powercut_access, ioError(13)),
        DiskFault("a file that is locked", powercut_lock, busy),
        DiskFault("a lock that fails", powercut_lock, ioError(15)),
        DiskFault("a log that is locked", powercut_shm_lock, busy),
        DiskFault("a lock on the log that fails", powercut_shm_lock, ioError(20)),
        DiskFault("memory that cannot be shared", powercut_shm_map, ioError(21)),
    ]
}
