import Items
import SQLite

/// Best-effort maintenance, run incrementally inside a batch's transaction.
///
///     forgetting   what is old, after writes
///     erasing      what is left of owners who have left, in turns that no write has begun
///
/// It may fail. Then the transaction has to be given up, or is lost already, and what failed is not
/// tried again for some time.
final class Aside {
    enum Work {
        case forgetting, erasing
    }

    /// How it stands with what goes on though nobody writes.
    var remainder: Remainder { turnFailed ? .failed : erasing }

    private var erasing = Remainder.done
    /// Whether the last turn failed as a whole.
    private var turnFailed = false
    private let transaction: SQLiteItemTransaction
    private let pruner: Pruner
    private let eraser: Eraser
    private let report: @Sendable (StorageFailure) -> Void

    /// Looks what the last server has left to do; whatever fails is told to `report`.
    init(
        _ session: any StorageSession, _ transaction: SQLiteItemTransaction, erasedInATurn: Int,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.transaction = transaction
        self.report = report
        pruner = Pruner(session)
        eraser = Eraser(session, rowsInATurn: erasedInATurn)
        do throws(DatabaseError) {
            try eraser.look()
            noteErasing()
        } catch {
            // A damaged page is no reason not to serve the others.
            report(StorageFailure(error))
            erasing = .failed
        }
    }

    /// Does some of it, and answers what failed. `now` is the time by which it judges what is old.
    func work(afterChange isChanged: Bool, isTurn: Bool, now: Double) -> Work? {
        turnFailed = false
        var work = Work.forgetting
        do throws(DatabaseError) {
            if isChanged { try pruner.run(now: now, rows: transaction.rows) }
            guard isTurn else { return nil }
            work = .erasing
            try eraser.work()
            noteErasing()
            return nil
        } catch {
            report(StorageFailure(error))
            return work
        }
    }

    /// To be called when what it has done was taken back.
    func startOver() { pruner.startOver() }

    /// To be called when somebody has left.
    func noteLeaver() { erasing = .goesOn }

    /// Has no turns for some time, after one that failed as a whole.
    func restFromTurns() { turnFailed = true }

    /// Lets what failed rest for some time.
    func rest(after failed: Work, now: Double) {
        switch failed {
        case .forgetting: pruner.rest(now: now)
        case .erasing: erasing = .failed
        }
    }

    private func noteErasing() {
        erasing = eraser.hasWork ? .goesOn : .done
    }
}
