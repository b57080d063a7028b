import Glibc

/// A moment on a clock that only goes forward.
struct Deadline {
    private let end: Int

    init(milliseconds: Int) {
        end = Self.now + milliseconds
    }

    /// The milliseconds left, at least 0.
    var milliseconds: Int32 { Int32(clamping: max(0, end - Self.now)) }

    /// Microseconds of the same clock.
    static var microseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    private static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
