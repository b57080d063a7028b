import Dispatch

/// When the geocoder does things, and on which thread: Dispatch in
/// production, a test's hand in tests.
package struct Scheduler: Sendable {
    package typealias Work = @Sendable () -> Void

    /// A clock that only goes forward, in nanoseconds.
    package let now: @Sendable () -> UInt64
    /// Does something after so many nanoseconds; never while it is being asked to.
    package let after: @Sendable (UInt64, @escaping Work) -> Void
    /// Does something that takes long, one thing after the other.
    package let perform: @Sendable (@escaping Work) -> Void

    /// A scheduler of these closures.
    package init(
        now: @escaping @Sendable () -> UInt64,
        after: @escaping @Sendable (UInt64, @escaping Work) -> Void,
        perform: @escaping @Sendable (@escaping Work) -> Void
    ) {
        self.now = now
        self.after = after
        self.perform = perform
    }

    /// Two queues: time goes on while the provider is being waited for.
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
