import Items
import SQLite

/// Best-effort maintenance, run incrementally inside a batch's transaction.
///
///     forgetting   what is old, after writes
///     erasing      what is left of owners who have left, in turns that no write has begun
///
/// It may fail. Then the transaction has to be given up, or is lost already, and what failed is not
/// tried again for some time.
final class BackgroundMaintenance {
    enum Task {
        case pruning, erasing
    }

    /// How it stands with what goes on though nobody writes.
    var maintenanceState: MaintenanceState { stepFailed ? .failed : erasing }

    private var erasing = MaintenanceState.done
    /// Whether the last turn failed as a whole.
    private var stepFailed = false
    private let transaction: SQLiteItemTransaction
    private let pruner: Pruner
    private let eraser: Eraser
    private let report: @Sendable (StorageFailure) -> Void

    /// Looks what the last server has left to do; whatever fails is told to `report`.
    init(
        _ session: any StorageSession, _ transaction: SQLiteItemTransaction, rowsPerEraseStep: Int,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.transaction = transaction
        self.report = report
        pruner = Pruner(session)
        eraser = Eraser(session, rowsPerStep: rowsPerEraseStep)
        do throws(DatabaseError) {
            try eraser.checkForWork()
            updateErasing()
        } catch {
            // A damaged page is no reason not to serve the others.
            report(StorageFailure(error))
            erasing = .failed
        }
    }

    /// Does some of it, and answers what failed. `now` is the time by which it judges what is old.
    func run(afterChange isChanged: Bool, isEraseStep: Bool, now: Double) -> Task? {
        stepFailed = false
        var task = Task.pruning
        do throws(DatabaseError) {
            if isChanged { try pruner.run(now: now, rows: transaction.rows) }
            guard isEraseStep else { return nil }
            task = .erasing
            try eraser.eraseStep()
            updateErasing()
            return nil
        } catch {
            report(StorageFailure(error))
            return task
        }
    }

    /// To be called when what it has done was taken back.
    func reset() { pruner.reset() }

    /// To be called when somebody has left.
    func noteLeavingOwner() { erasing = .pending }

    /// Has no turns for some time, after one that failed as a whole.
    func backOffFromSteps() { stepFailed = true }

    /// Lets what failed rest for some time.
    func backOff(after failed: Task, now: Double) {
        switch failed {
        case .pruning: pruner.backOff(now: now)
        case .erasing: erasing = .failed
        }
    }

    private func updateErasing() {
        erasing = eraser.hasWork ? .pending : .done
    }
}
