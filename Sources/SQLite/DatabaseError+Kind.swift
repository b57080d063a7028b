internal import CSQLite

extension DatabaseError {
    /// The kinds of errors that callers distinguish; every code belongs to exactly one.
    package enum Kind: Sendable, Hashable {
        /// Another connection holds the lock; the transaction may be retried.
        case busy
        /// The disk is full, or the database has reached its page limit.
        case full
        /// The operating system failed to read, write, sync or lock a file.
        case ioError
        /// The file is damaged or not a database.
        case corrupt
        /// A write on a read-only connection or file.
        case readOnly
        /// The database file, or a file beside it, could not be opened.
        case cannotOpen
        /// The rows would violate a constraint of the schema.
        case constraint(Constraint)
        case interrupted
        /// A text, a blob or a statement exceeds SQLite's limits.
        case tooBig
        /// The schema changed, and recompiling the statement did not help.
        case schemaMismatch
        /// SQLite could not allocate memory.
        case noMemory
        /// A call that is a programming error.
        case misuse
        /// Any other error, mostly SQL that does not compile.
        case other
    }

    /// The kind of constraint that was violated.
    package enum Constraint: Sendable, Hashable {
        /// A duplicate key: UNIQUE, PRIMARY KEY or rowid.
        case unique
        /// A reference to a missing row, or a missing target of a reference.
        case foreignKey
        /// A CHECK that is false.
        case check
        /// A NULL in a NOT NULL column.
        case notNull
        /// A value of the wrong type in a STRICT table, or a rowid that is not an integer.
        case dataType
        /// A RAISE in a trigger.
        case trigger
        /// A constraint of a virtual table, a function or a hook.
        case other
    }

    package var kind: Kind {
        // IOERR_NOMEM is a lack of memory and not a failure of the disk.
        if code == Extended.ioErrorNoMemory { return .noMemory }
        switch primaryCode {
        // PROTOCOL: starting a transaction in WAL mode lost a race for seconds, so it is contention
        // (sqlite.org/rescode.html#protocol).
        case SQLITE_BUSY, SQLITE_PROTOCOL: return .busy
        case SQLITE_FULL: return .full
        case SQLITE_IOERR: return .ioError
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
        case SQLITE_READONLY: return .readOnly
        case SQLITE_CANTOPEN: return .cannotOpen
        case SQLITE_CONSTRAINT: return .constraint(brokenConstraint)
        case SQLITE_MISMATCH: return .constraint(.dataType)
        case SQLITE_INTERRUPT: return .interrupted
        case SQLITE_TOOBIG: return .tooBig
        case SQLITE_SCHEMA: return .schemaMismatch
        case SQLITE_NOMEM: return .noMemory
        // RANGE: no such parameter. LOCKED: without a shared cache, a conflict within the
        // connection itself (sqlite.org/rescode.html#locked).
        case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_LOCKED: return .misuse
        default: return .other
        }
    }

    /// Whether a read of a file failed (sqlite.org/rescode.html#ioerr_read).
    package var isFailedRead: Bool {
        code == Extended.ioErrorRead || code == Extended.ioErrorShortRead
    }

    /// Whether a file could not be synced (sqlite.org/rescode.html#ioerr_fsync).
    package var isFailedSync: Bool { code == Extended.ioErrorSync }

    /// Whether a connection that only reads has found the journal of a write that was broken off
    /// (sqlite.org/rescode.html#readonly_rollback).
    package var isHotJournal: Bool { code == Extended.readOnlyRollback }

    private var brokenConstraint: Constraint {
        switch code {
        case Extended.unique, Extended.primaryKey, Extended.rowID: .unique
        case Extended.foreignKey: .foreignKey
        case Extended.check: .check
        case Extended.notNull: .notNull
        case Extended.dataType: .dataType
        case Extended.trigger: .trigger
        default: .other
        }
    }

    /// The extended codes that are tested; their C macros are expressions, which Swift does not
    /// import.
    private enum Extended {
        static let ioErrorNoMemory = SQLITE_IOERR | 12 << 8
        static let ioErrorRead = SQLITE_IOERR | 1 << 8
        static let ioErrorShortRead = SQLITE_IOERR | 2 << 8
        static let ioErrorSync = SQLITE_IOERR | 4 << 8
        static let readOnlyRollback = SQLITE_READONLY | 3 << 8
        static let check = SQLITE_CONSTRAINT | 1 << 8
        static let foreignKey = SQLITE_CONSTRAINT | 3 << 8
        static let notNull = SQLITE_CONSTRAINT | 5 << 8
        static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
        static let trigger = SQLITE_CONSTRAINT | 7 << 8
        static let unique = SQLITE_CONSTRAINT | 8 << 8
        static let rowID = SQLITE_CONSTRAINT | 10 << 8
        static let dataType = SQLITE_CONSTRAINT | 12 << 8
    }
}
