import Glibc

/// Lets other threads have this one's core first, if any wait for it (sched_yield(2)).
func yieldCore() {
    _ = sched_yield()
}

/// Sleeps for as short as a thread can: the kernel adds some 50 microseconds (prctl(2),
/// PR_SET_TIMERSLACK).
func takeNap() {
    usleep(10)
}
