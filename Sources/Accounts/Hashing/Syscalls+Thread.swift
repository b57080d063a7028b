import Glibc

/// What a thread is to do.
private final class ThreadBody {
    let niceness: Int32
    let run: @Sendable () -> Void

    init(niceness: Int32, run: @escaping @Sendable () -> Void) {
        self.niceness = niceness
        self.run = run
    }
}

/// Starts a thread that ends when `body` does, and that nobody waits for.
///
/// It is none of Dispatch's, since those are lent to others afterwards, and
/// what gave way once may not take its place back (setpriority(2), EACCES).
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
                // Of this thread alone: Linux keeps a nice value for each (setpriority(2), NOTES).
                // Giving way needs no right, so it cannot fail.
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
