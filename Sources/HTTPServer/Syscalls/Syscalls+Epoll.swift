import CLinux
import Glibc

/// The events of a connection that a lane polls for.
struct Interest: OptionSet {
    let rawValue: UInt32

    /// Readable bytes, and the end of the client's sending side.
    static let read = Interest(rawValue: UInt32(EPOLLIN.rawValue | EPOLLRDHUP.rawValue))
    /// Only the end of what the client sends.
    static let end = Interest(rawValue: UInt32(EPOLLRDHUP.rawValue))
    static let write = Interest(rawValue: UInt32(EPOLLOUT.rawValue))
}

/// The descriptors that one lane polls.
///
/// Level-triggered: unread bytes are reported again, and a FIN that arrives together with data is
/// not missed (epoll(7)). Calls on it are safe from any thread.
struct Poller: ~Copyable, Sendable {
    let descriptor: Descriptor

    init() throws(Errno) {
        descriptor = Descriptor(try retrying { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    func add(_ number: Int32, _ interest: Interest) throws(Errno) {
        try control(EPOLL_CTL_ADD, number, interest)
    }

    func change(_ number: Int32, _ interest: Interest) throws(Errno) {
        try control(EPOLL_CTL_MOD, number, interest)
    }

    /// Stops polling a descriptor; to be called before it is closed.
    ///
    /// Closing alone may not do it: a child process that is being started briefly holds copies of
    /// all descriptors, and the kernel watches the open file, not the number (epoll(7)). It would
    /// report the old file's events under a number that may belong to a new connection.
    func remove(_ number: Int32) {
        var event = unsafe epoll_event()
        // Fails only for a descriptor that is not polled.
        unsafe _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, &event)
    }

    /// Waits for events or until the time is over (below zero: without limit), and fills `events`.
    func wait(_ events: inout ReadyEvents, milliseconds: Int) {
        let limit = Int32(clamping: milliseconds)
        let count = unsafe events.storage.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(descriptor.number, $0.baseAddress, Int32($0.count), limit)
        }
        // A signal ends the wait early; the caller's loop waits again.
        events.count = max(0, Int(count))
    }

    private func control(_ call: Int32, _ number: Int32, _ interest: Interest) throws(Errno) {
        var event = unsafe epoll_event()
        unsafe event.events = interest.rawValue
        unsafe event.data.fd = number
        _ = try retrying { unsafe epoll_ctl(descriptor.number, call, number, &event) }
    }
}

@safe
struct ReadyEvents {
    /// A descriptor and its readiness.
    struct Event {
        let descriptor: Int32
        let isReadable: Bool
        let isWritable: Bool
        /// The client has ended its side; earlier bytes may still be unread.
        let isEnding: Bool
        /// Both directions are closed, or the connection was reset.
        let isBroken: Bool
    }

    fileprivate var storage = unsafe [epoll_event](repeating: epoll_event(), count: 256)
    fileprivate(set) var count = 0

    func index(of descriptor: Int32) -> Int? {
        (0..<count).first { unsafe storage[$0].data.fd == descriptor }
    }

    subscript(index: Int) -> Event {
        let event = unsafe storage[index]
        let flags = unsafe event.events
        return Event(
            descriptor: unsafe event.data.fd,
            isReadable: flags & UInt32(EPOLLIN.rawValue) != 0,
            isWritable: flags & UInt32(EPOLLOUT.rawValue) != 0,
            isEnding: flags & UInt32(EPOLLRDHUP.rawValue) != 0,
            isBroken: flags & UInt32(EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0)
    }
}
