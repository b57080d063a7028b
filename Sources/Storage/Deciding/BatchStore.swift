package import Items

/// A storage as the writer uses it: transactions of rows, accounts, and maintenance.
///
///     beginRun
///       perform                       changes of accounts
///       begin, reads, flush, commit   item jobs; rollBack after a refusal or a failure
///     endRun
///     maintain                        after the replies
///
/// Only touched on the writer's queue.
package protocol BatchStore: AnyObject {
    /// The rows inside the open transaction.
    var rowStore: any RowStore { get }
    /// The state of maintenance after the last run.
    var maintenanceState: MaintenanceState { get }

    /// Begins a run of the writer, which has to take a step of maintenance or not.
    func beginRun(_ run: BatchRun)
    /// Makes changes of accounts, in one or several transactions, each whole or not at all.
    func perform(_ jobs: [AccountJob], in run: BatchRun) -> [AccountJob.Outcome]
    /// Begins the transaction of item jobs, and may read the rows that they name.
    func begin(_ jobs: [WriteJob], _ rows: BatchRows) throws(TransactionFailure)
    /// Writes what has changed, deletes what is beyond the limits of owners, and commits.
    func commit(_ rows: BatchRows, at now: Double) throws(TransactionFailure)
    /// Ends a transaction of item jobs that failed, or was refused.
    func rollBack(after failure: TransactionFailure?, _ jobs: [WriteJob])
    /// What a failure of `rowStore`, the last one, means for the transaction.
    func transactionFailure(of failure: StorageFailure) -> TransactionFailure
    /// The owners among these whose rows another process has locked; it waits for none.
    func lockedOwners(among owners: [Int]) throws(TransactionFailure) -> Set<Int>
    /// Ends a run, before its replies.
    func endRun(_ run: BatchRun, hasJobs: Bool, after accountJobs: [AccountJob])
    /// Does the maintenance of the last run that no reply has to wait for.
    func maintain()

    /// Stores addresses; a failure is only reported, because no request waits.
    func store(_ found: [GeocodeResult], at now: Double)
    /// Leaves the storage so that the next start is quick.
    func close() throws(StorageFailure)
}

/// What is the same for all transactions of a run.
package struct BatchRun {
    /// The time at the start of the run.
    package let now: Double
    /// The time that decides what has expired.
    package let trustedNow: Double
    /// Whether a step of maintenance is due.
    package let isMaintenance: Bool
}

/// Why a transaction has stored nothing, by what else fails for the same reason.
package enum TransactionFailure: Error {
    /// Nothing: what the attempt relied on is known better now.
    case outdated(StorageFailure)
    /// Perhaps one job alone: the others may succeed without it.
    case refused(StorageFailure)
    /// The jobs of some owners, whose rows another process has locked.
    case locked(StorageFailure)
    /// Perhaps nothing: the connection was lost, or the server has ended the transaction.
    case interrupted(StorageFailure)
    /// All jobs of the transaction.
    case failed(StorageFailure)
    /// Every transaction: none can be begun.
    case unavailable(StorageFailure)

    package var failure: StorageFailure {
        switch self {
        case .outdated(let failure), .refused(let failure), .locked(let failure),
            .interrupted(let failure), .failed(let failure), .unavailable(let failure):
            failure
        }
    }
}

extension BatchStore {
    package func transactionFailure(of failure: StorageFailure) -> TransactionFailure {
        .refused(failure)
    }

    /// None: a storage whose transactions exclude one another locks no rows.
    package func lockedOwners(among owners: [Int]) throws(TransactionFailure) -> Set<Int> { [] }

    package func maintain() {}
}
