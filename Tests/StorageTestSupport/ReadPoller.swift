import Glibc
package import Items

/// Polls for rows instead of a lane.
package final class ReadPoller {
    /// A pipe that a wake-up makes readable.
    private final class Wakeup: Sendable {
        let descriptor: Int32
        private let end: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            // If there is no pipe because the table of descriptors is full, waits end at their
            // deadlines.
            if unsafe Glibc.pipe(&ends) == 0 {
                for end in ends {
                    _ = fcntl(end, F_SETFL, O_NONBLOCK)
                    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                }
            }
            (descriptor, end) = (ends[0], ends[1])
        }

        func signal() {
            _ = unsafe write(end, "x", 1)
        }

        func clear() {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
        }

        deinit {
            close(descriptor)
            close(end)
        }
    }

    private final class Watched {
        var descriptor: Int32 = -1
        var events = Int16(POLLIN)
    }

    private let wakeup = Wakeup()
    private let watched = Watched()

    /// No descriptor is watched yet.
    package init() {}

    /// A repository registers its descriptor with this.
    package var registration: PollRegistration {
        PollRegistration(
            watch: { [watched] descriptor, forWriting in
                watched.descriptor = descriptor
                watched.events = Int16(forWriting ? POLLIN | POLLOUT : POLLIN)
                return true
            },
            unwatch: { [watched] _ in watched.descriptor = -1 },
            wake: { [wakeup] in wakeup.signal() })
    }

    /// Milliseconds of a monotonic clock.
    static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// Waits until the descriptor is ready, a wake-up comes, or the time is over. A negative time
    /// never ends.
    package func wait(milliseconds: Int) {
        // poll(2) ignores a negative descriptor.
        var descriptors = [
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watched.descriptor, events: watched.events, revents: 0),
        ]
        _ = unsafe poll(&descriptors, 2, Int32(clamping: milliseconds))
        wakeup.clear()
    }
}
