import Items
import SQLite
import SQLiteStorage
import Testing

/// A failure of a disk or a database, and the storage failure that is reported for it.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: DatabaseError
    /// Whether SQLite rolls back the whole transaction (sqlite.org/lang_transaction.html).
    let takesTransaction: Bool
    let failure: StorageFailure

    private init(
        _ code: Int32, _ message: String, _ failure: (String) -> StorageFailure,
        takesTransaction: Bool = false
    ) {
        testDescription = takesTransaction ? "\(message), which takes the transaction" : message
        error = DatabaseError(code: code, message: message)
        self.takesTransaction = takesTransaction
        self.failure = failure("\(message) (SQLite \(code))")
    }

    /// Failures that can occur at any step; the codes are those of sqlite.org/rescode.html.
    static let all = [
        Fault(13, "disk full", StorageFailure.full),
        Fault(13, "disk full", StorageFailure.full, takesTransaction: true),
        Fault(5, "locked", StorageFailure.busy),
        Fault(1034, "not synced", StorageFailure.inputOutput),
        Fault(778, "not written", StorageFailure.inputOutput, takesTransaction: true),
        Fault(11, "corrupt", StorageFailure.corrupt),
    ]

    /// One failure of every other kind.
    static let others = [
        Fault(517, "old snapshot", StorageFailure.busy),
        Fault(15, "protocol", StorageFailure.busy),
        Fault(267, "corrupt table", StorageFailure.corrupt),
        Fault(26, "not a database", StorageFailure.corrupt),
        Fault(8, "read-only", StorageFailure.readOnly),
        Fault(1032, "moved away", StorageFailure.readOnly),
        Fault(14, "cannot open", StorageFailure.readOnly),
        Fault(7, "out of memory", StorageFailure.unexpected),
        Fault(3082, "out of memory below", StorageFailure.unexpected),
        Fault(2067, "not unique", StorageFailure.unexpected),
        Fault(9, "interrupted", StorageFailure.unexpected),
        Fault(18, "too big", StorageFailure.unexpected),
        Fault(17, "another schema", StorageFailure.unexpected),
        Fault(21, "misuse", StorageFailure.unexpected),
        Fault(1, "no such thing", StorageFailure.unexpected),
    ]
}

@Suite struct `A failure of SQLite` {
    @Test(arguments: Fault.all + Fault.others)
    func `is reported by its kind, with a message`(fault: Fault) {
        let failure = StorageFailure(fault.error)

        #expect(failure == fault.failure)
    }
}
