import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import TestSupport

/// The n-th id.
func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

/// Content with only a title.
func content(_ title: String) -> ItemContent { ItemContent(title: title) }

extension IdempotentRequest {
    /// A POST with this key, whose answer has the revision and `padding` zeros.
    static func post(_ key: String, padding: Int = 0) -> IdempotentRequest {
        IdempotentRequest(
            key: IdempotencyKey(key, method: "POST", target: "/items"), fingerprint: [1]
        ) { outcome in
            StoredResponse(
                status: 201, head: [],
                content: Array("\(outcome.revision)".utf8) + [UInt8](repeating: 0, count: padding))
        }
    }
}

extension WriteBatch {
    /// Executes one write.
    func run(
        _ action: ItemWrite.Action, of owner: Owner, once request: IdempotentRequest? = nil
    ) -> Result<WriteOutcome, WriteFailure> {
        let job = WriteJob(apart: ItemWrite(owner: owner, action: action), once: request) { _ in }
        return runAndMaintain([job]).items[0]
    }

    /// Executes writes, and then the maintenance that follows their replies.
    func runAndMaintain(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob] = [], isMaintenance: Bool = false
    ) -> BatchOutcomes {
        defer { maintain() }
        return run(jobs, accountJobs, isMaintenance: isMaintenance)
    }
}

extension SettledRepository {
    /// Executes one write.
    func write(
        _ action: ItemWrite.Action, of owner: Owner, _ conditions: Conditions = Conditions(),
        once request: IdempotentRequest? = nil
    ) -> Result<WriteOutcome, WriteFailure> {
        perform(ItemWrite(owner: owner, action: action, conditions: conditions), once: request)
    }
}
