import Items
import SQLite

/// A connection of the pool with one read transaction on it, for as long as somebody reads from it.
///
/// All snapshots of one lane that begin between two commits share it: a thousand slow readers of a
/// list that does not change are one transaction, and hold SQLite's log back like one.
final class SnapshotLease {
    private let reader: ItemReader
    private let commits: Int
    private let giveBack: () -> Void
    private var failure: StorageFailure?

    /// A lease whose transaction begins with its first read; `commits` is what the counter said before that.
    init(_ reader: ItemReader, commits: Int, giveBack: @escaping () -> Void) {
        self.reader = reader
        self.commits = commits
        self.giveBack = giveBack
    }

    /// Whether who begins now sees in it what everybody else sees.
    func isCurrent(_ now: CommitCounter) -> Bool {
        failure == nil && commits == now.value
    }

    /// Reads in the transaction. After a failure nobody does any more: it may have ended the
    /// transaction (sqlite.org/lang_transaction.html), and another one would show other items.
    func read<Value>(
        _ work: (ItemReader) throws(DatabaseError) -> Value
    ) throws(StorageFailure) -> Value {
        if let failure { throw failure }
        do throws(StorageFailure) {
            return try storing { () throws(DatabaseError) in try work(reader) }
        } catch {
            failure = error
            throw error
        }
    }

    deinit {
        giveBack()
    }
}
