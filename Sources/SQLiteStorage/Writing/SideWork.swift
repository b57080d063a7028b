import Items
import SQLite

/// Work in the transaction of a batch that nobody waits for: it may fail, and the writes are stored all the same.
final class SideWork {
    private let session: any StorageSession
    private let report: @Sendable (StorageFailure) -> Void
    private var savepoint: Statement
    private var release: Statement
    private var rollBackTo: Statement

    /// Work that tells `report` when it failed and the writes did not.
    init(
        _ session: any StorageSession, report: @escaping @Sendable (StorageFailure) -> Void
    ) throws(DatabaseError) {
        self.session = session
        self.report = report
        savepoint = try session.prepare("SAVEPOINT side")
        release = try session.prepare("RELEASE side")
        rollBackTo = try session.prepare("ROLLBACK TO side")
    }

    /// Does the work in a savepoint of its own, and answers whether it went well; throws only if the
    /// transaction is lost.
    func run(_ work: () throws(DatabaseError) -> Void) throws(StorageFailure) -> Bool {
        var isBegun = false
        do throws(DatabaseError) {
            try session.run(&savepoint)
            isBegun = true
            try work()
            try session.run(&release)
            return true
        } catch {
            // What is done here can wait; but writes that are lost with it must not be called stored.
            guard session.isInTransaction else { throw StorageFailure(error) }
            if isBegun {
                try storing { () throws(DatabaseError) in
                    try session.run(&rollBackTo)
                    try session.run(&release)
                }
            }
            report(StorageFailure(error))
            return false
        }
    }
}
