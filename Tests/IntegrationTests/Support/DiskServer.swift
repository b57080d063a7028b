import API
import Dispatch
import Items
import SQLiteStorage
import Synchronization
import TestSupport

/// An app on a database in a folder, which can be restarted.
final class DiskServer {
    let folder: TemporaryFolder
    private(set) var storage: SQLiteDatabase
    private let clock: Clock

    /// A server on an empty database that waits for its lock.
    init(clock: Clock = .constant(1_000)) throws {
        folder = try TemporaryFolder()
        self.clock = clock
        storage = try Self.open(folder, clock)
    }

    var file: String { Self.file(folder) }

    /// Another lane; it must not outlive the server.
    func app() -> App {
        Self.app(of: storage)
    }

    /// A lane of this storage.
    static func app(of storage: SQLiteDatabase) -> App {
        App(
            items: storage.repository(), authMode: .anonymous(storage.localOwner),
            ids: .incrementing())
    }

    /// Stops like a server and starts again with the stored database.
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
