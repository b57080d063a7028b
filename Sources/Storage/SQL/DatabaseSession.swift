package import Items

/// A session with a database of this program, with the differences between the schemas of storages.
package protocol DatabaseSession: SQLSession {
    /// Ends a SELECT whose rows no other transaction may change before this one has ended.
    static var lock: String { get }
    /// Ends a SELECT that leaves out rows which another transaction has locked, and locks the
    /// others.
    static var lockUnlocked: String { get }
    /// Whether several servers may write to the database.
    static var isShared: Bool { get }
    /// Counts a revocation of tokens.
    static var revocation: String { get }
    /// Begins a transaction that reads one moment.
    static var beginMoment: String { get }
    /// A time in ISO 8601, without the part of a second.
    static func time(_ column: String) -> String
    /// The condition for the items of the owner with this key.
    static func items(of key: String) -> String

    /// The comparison of a text column that is too long for an index, by which it is found.
    static func equal(_ column: String, _ value: String) -> String
    /// Selects `at`, `owner`, `sequence`, `id` and `created_at` of the open items with a reminder,
    /// which are found by the first three.
    static var reminders: String { get }
    /// Selects `owner`, `id`, `title`, `timestamp`, `day`, `revision` and `at` of the open items
    /// with a reminder, which are found by the first two.
    static var openItems: String { get }

    /// The time by the clock that all servers share; else the given one.
    func time(_ given: Double) throws(Failure) -> Double
    /// Adds an owner with a key that was never used; returns the key.
    func addOwner(_ epoch: String) throws(Failure) -> Int
    /// Reads rows in memory that does not grow with them until `body` returns false. A transaction
    /// is open.
    func read(_ sql: String, _ body: (Row) throws(Failure) -> Bool) throws(Failure)
    /// Calls `body` with every item of an owner in the default order until it returns false. A
    /// transaction is open.
    func readItems(of owner: Int, _ body: (borrowing ItemRow) -> Bool) throws(Failure)
    /// Calls `body` with every item and its owner's key, in the order of owners and the default
    /// order of each, until it returns false; without items of owners that are leaving. A
    /// transaction is open.
    func readItems(_ body: (Int, ToDoItem) -> Bool) throws(Failure)
    /// Calls `note` with a text for each item, and each change in the history, that has an invalid
    /// member or cannot be read; without those of owners that are leaving. Calls `progress` after
    /// each. A transaction is open.
    func checkMembers(
        _ progress: (CheckProgress) -> Void, _ note: (String) -> Void
    ) throws(Failure)
}

extension DatabaseSession {
    /// Reads one moment.
    func reading(_ work: () throws(Failure) -> Void) throws(StorageFailure) {
        try storing { () throws(Failure) in
            try run(Self.beginMoment)
            // A transaction that fails ends with the session.
            try work()
            try run("COMMIT")
        }
    }
}
