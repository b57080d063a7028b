import Accounts
import Items
import PostgreSQL
import Storage
import Telemetry

/// The changes of accounts, each in its own transaction: a sign-in costs a password hash, and a
/// token's use is recorded once an hour.
extension PostgresBatchStore {
    func perform(_ jobs: [AccountJob], in run: BatchRun) -> [AccountJob.Outcome] {
        jobs.map { perform($0, run, isRetry: false) }
    }

    private func perform(
        _ job: AccountJob, _ run: BatchRun, isRetry: Bool
    ) -> AccountJob.Outcome {
        do throws(PostgresFailure) {
            return try attempt(job, run.now, run.trustedNow)
        } catch {
            writer.recover(from: error)
            switch error {
            // The writer's row is another than the known one.
            case .refused(.invalidText, _) where !isRetry:
                writer.unregister()
                return perform(job, run, isRetry: true)
            // An account with this email was added on another server meanwhile.
            case .refused(.uniqueViolation, _): return .failure(.taken)
            default:
                metrics?.failedBatches.add()
                return .failure(.storage(StorageFailure(error)))
            }
        }
    }

    private func attempt(
        _ job: AccountJob, _ now: Double, _ trusted: Double
    ) throws(PostgresFailure) -> AccountJob.Outcome {
        let session = try writer.connected(now)
        _ = try session.run("BEGIN")
        let outcome = try session.sql.perform(job.write, now: now, trustedNow: trusted)
        guard case .success = outcome else {
            writer.rollBack()
            return outcome
        }
        do throws(PostgresFailure) {
            _ = try session.exchange([writer.mark(now), PostgresCommand("COMMIT")])
            writer.committed()
        } catch {
            guard error.leavesDoubt else { throw error }
            guard let isCommitted = writer.isCommitted(now, until: outcomeLimit) else {
                return .failure(.storage(.outcomeUnknown("\(error)")))
            }
            guard isCommitted else { throw error }
        }
        return outcome
    }
}
