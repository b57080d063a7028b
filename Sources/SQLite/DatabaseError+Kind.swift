internal import CSQLite

extension DatabaseError {
    /// What a caller can do something about; every code belongs to exactly one kind.
    package enum Kind: Sendable, Hashable {
        /// Another connection holds the lock; the transaction may be tried again.
        case busy
        /// The disk, or the page limit of the database, is used up.
        case full
        /// The operating system failed to read, write, sync or lock.
        case ioError
        /// The file is damaged, or not a database at all.
        case corrupt
        /// A write on a connection or a file that takes none.
        case readOnly
        /// The file could not be opened, or a file beside it.
        case cannotOpen
        /// The rows would break a rule of the schema.
        case constraint(Constraint)
        /// Somebody asked for the statement to end early.
        case interrupted
        /// A text, blob or statement exceeds SQLite's limits.
        case tooBig
        /// The schema changed beneath a statement, and compiling it anew did not help.
        case schemaMismatch
        /// SQLite got no memory.
        case noMemory
        /// A call that the code should not have made.
        case misuse
        /// Everything else: mostly SQL that does not compile.
        case other
    }

    /// The rule of the schema that was broken.
    package enum Constraint: Sendable, Hashable {
        /// Two rows with the same key, be it UNIQUE, PRIMARY KEY or the rowid.
        case unique
        /// A row that refers to none, or one that is still referred to.
        case foreignKey
        /// A CHECK that is not true.
        case check
        /// A NULL where none may stand.
        case notNull
        /// A value of another type than its STRICT column, or a rowid that is no integer.
        case dataType
        /// A trigger's RAISE.
        case trigger
        /// A rule of a virtual table, a function or a hook.
        case other
    }

    /// What went wrong, in the terms in which a caller decides what to do next.
    package var kind: Kind {
        // The disk's answer to a lack of memory is not the disk's fault.
        if code == Extended.ioErrorNoMemory { return .noMemory }
        switch primaryCode {
        // PROTOCOL: the race to start a transaction in WAL mode was lost for seconds on end, which
        // is contention by another name (sqlite.org/rescode.html#protocol).
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
        // RANGE: there is no such parameter. LOCKED: without a shared cache it means one thing,
        // that a connection stands in its own way (sqlite.org/rescode.html#locked).
        case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_LOCKED: return .misuse
        default: return .other
        }
    }

    /// Whether it is an I/O error of reading (sqlite.org/rescode.html#ioerr_read).
    package var isFailedRead: Bool {
        code == Extended.ioErrorRead || code == Extended.ioErrorShortRead
    }

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

    /// The extended codes that matter here; their C macros are sums, which Swift does not import.
    private enum Extended {
        static let ioErrorNoMemory = SQLITE_IOERR | 12 << 8
        static let ioErrorRead = SQLITE_IOERR | 1 << 8
        static let ioErrorShortRead = SQLITE_IOERR | 2 << 8
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
