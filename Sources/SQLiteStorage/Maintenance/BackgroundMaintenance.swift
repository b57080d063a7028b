import Items
import SQLite
import Storage

/// Best-effort maintenance, run incrementally inside a batch's transaction.
///
///     pruning    deletes what has expired, after writes and in maintenance steps
///     erasing    deletes rows of owners that are leaving, in maintenance steps
///
/// A failed task may have ended the transaction, so the batch must run again. The task then backs
/// off.
final class BackgroundMaintenance {
    enum Task {
        case pruning, erasing
    }

    /// The state of what continues without writes.
    var maintenanceState: MaintenanceState {
        if stepFailed { return .failed }
        return erasing == .done && stepLeftExpired ? .pending : erasing
    }

    private var erasing = MaintenanceState.done
    /// Whether the last maintenance step left expired rows. Rows that a write leaves are for later writes
    /// and the next step.
    private var stepLeftExpired = false
    /// Whether the last maintenance step failed with its whole batch.
    private var stepFailed = false
    private let pruner: Pruner
    private let eraser: Eraser
    private let report: @Sendable (StorageFailure) -> Void

    /// Checks whether owners are leaving since an earlier run; failures are passed to `report`.
    init(
        _ session: any StorageSession, rowsPerEraseStep: Int,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.report = report
        pruner = Pruner(session)
        eraser = Eraser(session, rowsPerStep: rowsPerEraseStep)
        do throws(DatabaseError) {
            try eraser.checkForWork()
            updateErasing()
        } catch {
            // Damage to one owner's rows must not stop the server.
            report(StorageFailure(error))
            erasing = .failed
        }
    }

    /// Runs the tasks that are due after a transaction has written `rows` rows, and returns the one
    /// that failed; `now` decides which rows have expired.
    func run(
        afterChange isChanged: Bool, rows written: Int, isMaintenance: Bool, now: Double
    ) -> (task: Task, failure: StorageFailure)? {
        stepFailed = false
        var task = Task.pruning
        do throws(DatabaseError) {
            if isChanged || isMaintenance {
                let rows = isMaintenance ? Eraser.rowsPerStep / 2 : 0
                try pruner.run(now: now, rows: max(written, rows))
            }
            guard isMaintenance else { return nil }
            stepLeftExpired = pruner.hasMore
            task = .erasing
            try eraser.eraseStep()
            updateErasing()
            return nil
        } catch {
            let failure = StorageFailure(error)
            report(failure)
            return (task, failure)
        }
    }

    /// Call this when the transaction was rolled back.
    func reset() { pruner.reset() }

    /// Call this when an account was removed.
    func noteLeavingOwner() { erasing = .pending }

    /// Backs off after a maintenance step that failed with its whole batch.
    func backOffFromSteps() { stepFailed = true }

    func backOff(after failed: Task, now: Double) {
        switch failed {
        case .pruning:
            pruner.backOff(now: now)
            stepLeftExpired = false
        case .erasing: erasing = .failed
        }
    }

    private func updateErasing() {
        erasing = eraser.hasWork ? .pending : .done
    }
}
