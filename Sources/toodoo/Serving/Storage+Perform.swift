import Accounts
import Dispatch
import Storage
import Synchronization

extension Storage {
    /// Performs a change and waits for it; not for lanes.
    func perform(_ write: AccountWrite) -> Result<AccountOutcome, AccountFailure>? {
        let outcome = Mutex<Result<AccountOutcome, AccountFailure>?>(nil)
        let arrived = DispatchSemaphore(value: 0)
        submit(write) { result in
            outcome.withLock { $0 = result }
            arrived.signal()
        }
        arrived.wait()
        return outcome.withLock { $0 }
    }
}
