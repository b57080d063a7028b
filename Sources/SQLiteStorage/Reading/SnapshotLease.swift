import Items
import SQLite

/// A connection of the pool with one read transaction on it, for as long as somebody reads from it.
///
/// Snapshots of one lane that see the same items share it: a thousand slow readers of a list that
/// does not change are one transaction, and hold SQLite's log back like one.
final class SnapshotLease {
    private let reader: ItemReader
    private let giveBack: () -> Void
    private var failure: StorageFailure?

    /// A lease whose transaction begins with its first read.
    init(_ reader: ItemReader, giveBack: @escaping () -> Void) {
        self.reader = reader
        self.giveBack = giveBack
    }

    /// Whether nobody can read in it any more.
    var hasFailed: Bool { failure != nil }

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
