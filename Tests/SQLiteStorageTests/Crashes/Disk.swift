import CPowerCut
@testable import SQLiteStorage
import SQLite

/// A disk in memory whose power can be cut and whose calls can fail; see CPowerCut.h for its model.
@safe
final class Disk: @unchecked Sendable {
    // Proof: the C object that it points to has a lock of its own.
    private let disk: OpaquePointer

    /// The only database file on this disk.
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

    /// Options that make storage use this disk.
    var options: SQLiteDatabase.Options {
        var options = SQLiteDatabase.Options()
        options.fileSystem = name
        // A few writes lead through all that happens to the log, in an order that a seed decides.
        options.walPageLimit = 128
        options.checkpointsBeside = false
        return options
    }

    private var name: String { unsafe String(cString: powercut_name(disk)) }

    /// A connection to the database on it.
    func connect(_ access: SQLiteConnection.Access = .readWrite) throws -> SQLiteConnection {
        try SQLiteConnection.open(Self.file, access, fileSystem: name)
    }

    /// The number of operations on this disk.
    var operations: Int { unsafe powercut_operations(disk) }

    /// The disk after a power cut that follows this number of operations.
    func cut(after operations: Int, seed: UInt64) -> Disk {
        unsafe Disk(powercut_cut(disk, operations, seed))
    }

    /// The disk after the process is killed now.
    func killed() -> Disk {
        unsafe Disk(powercut_kill(disk))
    }

    /// Makes syncs report success without effect.
    func lie() {
        unsafe powercut_lie(disk)
    }

    /// The number of syncs of a file.
    func syncs(of file: String) -> Int {
        unsafe powercut_syncs(disk, file)
    }

    /// The microseconds that connections would have waited for locks on a real disk.
    var paused: Int { unsafe powercut_paused(disk) }

    /// The length of a file; nil if it does not exist.
    func size(of file: String) -> Int? {
        let size = unsafe powercut_size(disk, file)
        return size < 0 ? nil : size
    }

    /// Flips bits of one byte.
    func flip(_ mask: UInt8, at offset: Int, of file: String) {
        unsafe powercut_flip(disk, file, offset, mask)
    }

    /// Makes calls of the fault's kind fail, after `first` that succeed.
    func fail(_ fault: DiskFault, after first: Int, times: Int) {
        unsafe powercut_fail(disk, fault.calls, first, times, fault.code, fault.isPartial)
    }

    /// Makes all calls succeed again.
    func repair() {
        unsafe powercut_fail(disk, 0, 0, 0, 0, false)
    }

    /// The number of calls of the fault's kind since the fault was set.
    var calls: Int { unsafe powercut_calls(disk) }
}
