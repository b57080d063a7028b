import CPowerCut
@testable import SQLiteStorage
import SQLite

/// A disk in memory whose power can be cut and whose calls can fail; see CPowerCut.h for its model.
@safe
final class Disk: @unchecked Sendable {
    // Proof: what it points to is behind a lock of its own.
    private let disk: OpaquePointer

    /// The one database file that these tests keep on a disk.
    static let file = "items.sqlite"
    static let log = "items.sqlite-wal"

    private init(_ disk: OpaquePointer) {
        unsafe self.disk = disk
    }

    /// An empty disk.
    convenience init() {
        unsafe self.init(powercut_make())
    }

    deinit {
        unsafe powercut_free(disk)
    }

    /// How storage is told to use it.
    var options: SQLiteDatabase.Options {
        var options = SQLiteDatabase.Options()
        options.fileSystem = name
        return options
    }

    private var name: String { unsafe String(cString: powercut_name(disk)) }

    /// A connection to the database on it.
    func connect(_ access: Connection.Access = .readWrite) throws -> Connection {
        try Connection.open(Self.file, access, fileSystem: name)
    }

    /// How many operations were done on it.
    var operations: Int { unsafe powercut_operations(disk) }

    /// The disk as it is found after its power failed behind that many operations.
    func cut(after operations: Int, seed: UInt64) -> Disk {
        unsafe Disk(powercut_cut(disk, operations, seed))
    }

    /// The disk as a process leaves it that is killed now.
    func killed() -> Disk {
        unsafe Disk(powercut_kill(disk))
    }

    /// Makes it a disk that only says that it has synced.
    func lie() {
        unsafe powercut_lie(disk)
    }

    /// How often a file with this name was synced.
    func syncs(of file: String) -> Int {
        unsafe powercut_syncs(disk, file)
    }

    /// How many microseconds connections would have waited for locks on another disk.
    var paused: Int { unsafe powercut_paused(disk) }

    /// How long a file is; nil when there is none.
    func size(of file: String) -> Int? {
        let size = unsafe powercut_size(disk, file)
        return size < 0 ? nil : size
    }

    /// Turns over bits of one byte.
    func flip(_ mask: UInt8, at offset: Int, of file: String) {
        unsafe powercut_flip(disk, file, offset, mask)
    }

    /// Fails at calls of the fault's kind, after `first` that go well.
    func fail(_ fault: DiskFault, after first: Int, times: Int) {
        unsafe powercut_fail(disk, fault.calls, first, times, fault.code, fault.isPartial)
    }

    /// Makes all calls go well again.
    func repair() {
        unsafe powercut_fail(disk, 0, 0, 0, 0, false)
    }

    /// How many calls of the fault's kind there were since it was set.
    var calls: Int { unsafe powercut_calls(disk) }
}
