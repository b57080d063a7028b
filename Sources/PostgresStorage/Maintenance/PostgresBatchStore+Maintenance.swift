import Accounts
import Items
import PostgreSQL
import Storage

/// Best-effort maintenance, in separate transactions between batches: it deletes expired rows, and
/// the rows of owners that are leaving.
extension PostgresBatchStore {
    /// Seconds between two rounds of pruning.
    static let pruneInterval = 10.0
    /// Seconds to the next round after a write when one has not taken all.
    static let pruneAgain = 0.5

    func prepareMaintenance(_ run: BatchRun, after accountJobs: [AccountJob]) {
        if accountJobs.contains(where: \.isRemoval) { maintenanceState = .pending }
        lastRun = run
    }

    func maintain() {
        guard let run = lastRun else { return }
        lastRun = nil
        let (isMaintenance, now, trusted) = (run.isMaintenance, run.now, run.trustedNow)
        do throws(PostgresFailure) {
            let interval = !hasExpired ? Self.pruneInterval : isMaintenance ? 0 : Self.pruneAgain
            if trusted - lastPrune >= interval || trusted < lastPrune {
                (lastPrune, hasExpired) = (trusted, false)
                hasExpired = try prune(now, trusted)
            }
            if isMaintenance { try eraseStep(now) }
        } catch {
            report(StorageFailure(error))
            if isMaintenance { maintenanceState = .failed }
            writer.recover(from: error)
        }
    }

    /// Deletes some of what has expired; returns whether more is left.
    private func prune(_ now: Double, _ trusted: Double) throws(PostgresFailure) -> Bool {
        let session = try writer.connected(now)
        let owners = try session.run(PruneStatements.ownersWithExpired(trusted))
        var (expired, revisions) = (0, [Int: Int]())
        for row in 0..<owners.count {
            expired += try owners.integer(row, 1)
            revisions[try owners.integer(row, 0)] = try owners.integer(row, 2)
        }
        let locked = try session.exchange([
            PostgresCommand("BEGIN"),
            BatchStatements.lockOwners(revisions.keys.sorted(), skippingLocked: true),
        ])
        let taken = try locked[1].keys().map { key in
            PruneStatements.Owner(key: key, expired: revisions[key] ?? 0)
        }
        let pruned = try session.exchange(
            PruneStatements.prune(taken, trusted) + [PostgresCommand("COMMIT")])
        var deleted = 0
        for row in 0..<pruned[0].count { deleted += try pruned[0].integer(row, 0) }
        known.forget(taken.map(\.key))
        return !taken.isEmpty && max(expired, deleted) >= PruneStatements.rowsPerRound
    }

    /// Deletes some rows of an owner that is leaving, and the owner when none are left.
    private func eraseStep(_ now: Double) throws(PostgresFailure) {
        let session = try writer.connected(now)
        let leaving = try session.run(
            "SELECT owner FROM owners WHERE leaving ORDER BY owner LIMIT 1")
        guard leaving.count > 0 else {
            maintenanceState = hasExpired ? .pending : .done
            return
        }
        let owner = try leaving.integer(0, 0)
        let deleted = try session.exchange(EraseStatements.step(owner))
        if deleted.allSatisfy({ $0.changed == 0 }) {
            _ = try session.run(
                PostgresCommand("DELETE FROM owners WHERE owner = $1 AND leaving") {
                    $0.append(owner)
                })
        }
        maintenanceState = .pending
    }
}

extension AccountJob {
    fileprivate var isRemoval: Bool {
        if case .remove(_, expectedHash: _) = write { true } else { false }
    }
}
