package import Accounts
package import Items
package import Telemetry

/// The database of a server, as the program uses it: the reads of each lane, the writes of all
/// lanes, start and end.
///
/// Members that only some databases have are optional, so callers do not depend on the kind of
/// database.
package protocol Storage: AccountWriter {
    /// The owner of a server without accounts.
    var localOwner: Owner { get }
    /// Whether there were accounts when the database was opened.
    var hasAccounts: Bool { get }
    /// The path of the database's file; nil for a database that is not a file of this machine.
    var file: String? { get }

    /// The reads and writes of another lane; its first call connects, on that lane's thread.
    func makeRepository() -> any LaneRepository

    /// The number of items that were written without accounts and that no account has adopted.
    ///
    /// It may block, so it is not for lanes.
    func itemsWithoutAccount() throws(StorageFailure) -> Int

    /// Sent after each batch, and after commits of other processes that the database announces.
    var revisionSignal: RevisionSignal { get }

    /// Sent after batches of this process that stored items with reminders.
    var reminderSignal: ReminderSignal { get }

    /// Queues a geocoding result to be stored.
    func store(_ found: GeocodeResult)

    /// Calls back from the writer between two batches.
    func probeLiveness(_ answer: @escaping @Sendable () -> Void)

    func write(to exposition: inout Exposition)

    /// Refuses new writes. Calls `done` when the accepted ones are answered and the database is
    /// closed, or with the reason why it could not be closed.
    func close(_ done: @escaping @Sendable (StorageFailure?) -> Void)
}

package typealias LaneRepository = ItemRepository & AccountRepository & GeocodeCache
