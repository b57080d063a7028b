import SQLiteTestSupport
import Accounts
import Dispatch
import Items
import SQLiteStorage
import Storage
import Synchronization

extension SQLiteDatabase {
    /// Executes a change and waits for its outcome.
    func change(_ write: AccountWrite) -> AccountJob.Outcome {
        let outcome = Mutex<AccountJob.Outcome?>(nil)
        let arrived = DispatchSemaphore(value: 0)
        submit(write) { result in
            outcome.withLock { $0 = result }
            arrived.signal()
        }
        arrived.wait()
        return outcome.withLock { $0 } ?? .failure(.storage(.stopped))
    }

    /// Adds an account and returns its owner.
    func add(_ email: String) throws -> Owner {
        guard case .added(let account) = try change(.add(.with(email))).get()
        else { throw Unexpected() }
        return account.owner
    }
}
