import Items
import SQLite

/// What is done in the transaction of a batch, a little at a time, and nobody waits for.
///
///     forgetting   what is old
///     search       what many writes have said becomes searchable
///     orders       runs are merged
///     erasing      what is left of who has left
///
/// In a turn that nobody's write has begun, only search, or else erasing.
///
/// It may fail. Then the transaction has to be given up, or is lost already, and what failed is not
/// tried again for some time.
final class Aside {
    enum Work {
        case forgetting, search, orders, erasing
    }

    /// What failed, and why.
    struct Failed {
        let work: Work
        let error: DatabaseError
    }

    /// How it stands with what is left of owners who have left.
    private var erasing = Remainder.done
    /// Whether what becomes searchable has failed, and waits for the turn after a minute.
    private var searchFailed = false
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
        do throws(DatabaseError) {
            try transaction.resumeSearch()
        } catch {
            report(StorageFailure(error))
        }
    }

    /// What goes on though nobody writes.
    var remainder: Remainder {
        if turnFailed { return .failed }
        if transaction.isSearchBehind, !searchFailed { return .goesOn }
        return searchFailed && erasing == .done ? .failed : erasing
    }

    /// Does some of it, and answers what failed. `now` is the time by which it judges what is old.
    func work(afterChange isChanged: Bool, isTurn: Bool, now: Double) -> Failed? {
        turnFailed = false
        // While somebody is erased, turns come sooner than after a minute.
        if isTurn, erasing != .goesOn { searchFailed = false }
        var work = Work.forgetting
        do throws(DatabaseError) {
            if isChanged { try pruner.run(now: now, rows: transaction.rows) }
            work = .search
            let isSearchBehind = transaction.isSearchBehind && !searchFailed
            let searches = (isChanged || isTurn) && isSearchBehind
            let hasSearched = searches ? try transaction.trigrams.work(isTurn: isTurn) : false
            work = .orders
            if isChanged { try transaction.orders.merge() }
            // Should it fail, what has become searchable would be taken back as well.
            guard isTurn, !hasSearched, !isSearchBehind || erasing != .failed else { return nil }
            work = .erasing
            try eraser.work()
            noteErasing()
            return nil
        } catch {
            report(StorageFailure(error))
            return Failed(work: work, error: error)
        }
    }

    /// To be called when what it has done was taken back.
    func startOver() { pruner.startOver() }

    /// To be called when somebody has left.
    func noteLeaver() {
        erasing = .goesOn
        transaction.orders.forgetDamage()
    }

    /// Has no turns for some time, after one that failed as a whole.
    func restFromTurns() { turnFailed = true }

    /// Lets what failed rest for some time.
    func rest(after failed: Failed, now: Double) {
        switch failed.work {
        case .forgetting: pruner.rest(now: now)
        case .search: restFromSearch(after: failed.error)
        case .orders: transaction.orders.rest(after: failed.error)
        case .erasing: erasing = .failed
        }
    }

    /// After damage only its owner rests, until as much text again has come.
    private func restFromSearch(after error: DatabaseError) {
        if error.isOfContents {
            (try? transaction.trigrams)?.passFirst()
        } else {
            searchFailed = true
        }
    }

    private func noteErasing() {
        erasing = eraser.hasWork ? .goesOn : .done
    }
}
