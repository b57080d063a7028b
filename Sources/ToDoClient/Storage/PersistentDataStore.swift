public import Foundation

/// The storage of a `ToDoItemStore`: a log of records, as closures.
///
/// A record is one change of the store's state and is kept whole or not at all. The closures are
/// called by one store at a time and never concurrently.
public struct PersistentDataStore: Sendable {
    /// The content of the log.
    public struct Contents: Sendable {
        /// The records in the order in which they were appended.
        public var records: [Data]
        /// Whether there were other records, which can no longer be read.
        public var isDamaged: Bool
        /// The name of the copy that was kept of a damaged log.
        public var damagedCopy: String?

        /// Contents with these records.
        public init(records: [Data], isDamaged: Bool = false, damagedCopy: String? = nil) {
            self.records = records
            self.isDamaged = isDamaged
            self.damagedCopy = damagedCopy
        }
    }

    /// The log is open already, in this process or another one.
    public struct InUse: Error, Equatable, Sendable {
        /// The log is open already.
        public init() {}
    }

    /// Opens the log, locks it and reads all records. Throws `InUse` if it is open already.
    public var load: @Sendable () throws -> Contents
    /// Adds a record. A failure leaves the log as it was.
    public var append: @Sendable (Data) throws -> Void
    /// Replaces all records, all or nothing, also if power fails.
    public var replace: @Sendable ([Data]) throws -> Void
    /// Returns when the records survive a power failure.
    public var synchronize: @Sendable () throws -> Void
    /// Closes the log and unlocks it; does nothing if it is not open.
    public var close: @Sendable () -> Void
    /// Keeps a copy of the open log, in which the store cannot read a record; returns its name.
    public var keepCopy: @Sendable () throws -> String?

    /// A log of these closures.
    public init(
        load: @escaping @Sendable () throws -> Contents,
        append: @escaping @Sendable (Data) throws -> Void,
        replace: @escaping @Sendable ([Data]) throws -> Void,
        synchronize: @escaping @Sendable () throws -> Void,
        close: @escaping @Sendable () -> Void,
        keepCopy: @escaping @Sendable () throws -> String? = { nil }
    ) {
        self.load = load
        self.append = append
        self.replace = replace
        self.synchronize = synchronize
        self.close = close
        self.keepCopy = keepCopy
    }

    /// A file, locked while it is open and readable by its user alone.
    ///
    /// Loading creates the file and the folders that it needs. Each record is a line: the CRC-32 of
    /// the record in 8 hexadecimal digits, a space, the record, a line feed.
    public static func file(_ url: URL) -> Self {
        let file = Locked(LogFile(path: url.path))
        return PersistentDataStore(
            load: { try file.withLock { try $0.load() } },
            append: { record in try file.withLock { try $0.append(record) } },
            replace: { records in try file.withLock { try $0.replace(records) } },
            synchronize: { try file.withLock { try $0.synchronize() } },
            close: { file.withLock { $0.close() } },
            keepCopy: { try file.withLock { try $0.keepCopy() } })
    }

    /// A log in memory, kept as long as this value or a copy of it.
    public static func inMemory() -> Self {
        let log = Locked((records: [Data](), isOpen: false))
        return PersistentDataStore(
            load: {
                try log.withLock { log in
                    guard !log.isOpen else { throw InUse() }
                    log.isOpen = true
                    return Contents(records: log.records)
                }
            },
            append: { record in log.withLock { $0.records.append(record) } },
            replace: { records in log.withLock { $0.records = records } },
            synchronize: {},
            close: { log.withLock { $0.isOpen = false } })
    }
}
