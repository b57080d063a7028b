import Dispatch

/// Time and threads of the geocoder: Dispatch in production, controlled by hand in tests.
package struct Scheduler: Sendable {
    package typealias Work = @Sendable () -> Void

    /// A monotonic clock, in nanoseconds.
    package let now: @Sendable () -> UInt64
    /// Runs work after a delay in nanoseconds; never within the call.
    package let after: @Sendable (UInt64, @escaping Work) -> Void
    /// Runs blocking work, serially.
    package let perform: @Sendable (@escaping Work) -> Void

    package init(
        now: @escaping @Sendable () -> UInt64,
        after: @escaping @Sendable (UInt64, @escaping Work) -> Void,
        perform: @escaping @Sendable (@escaping Work) -> Void
    ) {
        self.now = now
        self.after = after
        self.perform = perform
    }

    /// A scheduler with two queues, so that timers fire while a request blocks.
    package static func dispatch() -> Scheduler {
        let timing = DispatchQueue(label: "toodoo.geocoder.time")
        let asking = DispatchQueue(label: "toodoo.geocoder")
        return Scheduler(
            now: { DispatchTime.now().uptimeNanoseconds },
            after: { delay, work in
                let then = DispatchTime.now().uptimeNanoseconds &+ delay
                timing.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: then), execute: work)
            },
            perform: { asking.async(execute: $0) })
    }
}
