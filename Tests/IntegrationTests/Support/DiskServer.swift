import API
import Dispatch
import Items
import SQLiteStorage
import Synchronization
import TestSupport

/// An app over a database in a folder, to be closed and started again.
final class DiskServer {
    let folder: TemporaryFolder
    private(set) var storage: SQLiteDatabase
    private let clock: Clock

    /// A server of an empty database, patient with whoever holds the lock on it.
    init(clock: Clock = .constant(1_000)) throws {
        folder = try TemporaryFolder()
        self.clock = clock
        storage = try Self.open(folder, clock)
    }

    var file: String { Self.file(folder) }

    /// One more lane, and its client. It lives no longer than the server runs.
    func app() -> App {
        Self.app(of: storage)
    }

    /// A lane of this storage.
    static func app(of storage: SQLiteDatabase) -> App {
        App(
            items: storage.repository(), authMode: .anonymous(storage.localOwner),
            ids: .incrementing())
    }

    /// Ends as a server ends, and starts with what is on the disk.
    func restart() throws {
        let closed = DispatchSemaphore(value: 0)
        let failure = Mutex<StorageFailure?>(nil)
        storage.close { reason in
            failure.withLock { $0 = reason }
            closed.signal()
        }
        closed.wait()
        if let reason = failure.withLock({ $0 }) { throw reason }
        storage = try Self.open(folder, clock)
    }

    private static func file(_ folder: TemporaryFolder) -> String { folder.file("items.sqlite") }

    private static func open(_ folder: TemporaryFolder, _ clock: Clock) throws -> SQLiteDatabase {
        var options = SQLiteDatabase.Options()
        options.busyMilliseconds = 60_000
        return try SQLiteDatabase.open(file(folder), options: options, clock: clock)
    }
}
