import Glibc

/// The function of a thread, with its nice value.
private final class ThreadBody {
    let niceness: Int32
    let run: @Sendable () -> Void

    init(niceness: Int32, run: @escaping @Sendable () -> Void) {
        self.niceness = niceness
        self.run = run
    }
}

/// Starts a detached thread that ends when `body` returns.
///
/// Dispatch's threads are reused for other work, and a raised nice value cannot be lowered again
/// without privilege (setpriority(2), EACCES).
func startThread(
    niceness: Int32, _ body: @escaping @Sendable () -> Void
) throws(HashingFailure) {
    let context = unsafe Unmanaged.passRetained(ThreadBody(niceness: niceness, run: body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, nil,
        { context in
            if let context = unsafe context {
                let body = unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
                // On Linux the nice value belongs to the thread (setpriority(2), NOTES). Raising it
                // needs no privilege, so this cannot fail.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, body.niceness)
                body.run()
            }
            return nil
        }, context.toOpaque())
    guard code == 0 else {
        unsafe context.release()
        throw .unavailable(errno: code)
    }
    pthread_detach(thread)
}
