import Glibc

/// Lets other threads have this one's core first, if any wait for it (sched_yield(2)).
func yieldCore() {
    _ = sched_yield()
}
