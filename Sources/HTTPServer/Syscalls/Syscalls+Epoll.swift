import CLinux
import Glibc

/// What a lane wants to know of a connection.
struct Interest: OptionSet {
    let rawValue: UInt32

    /// Bytes, and the word that no more will come.
    static let read = Interest(rawValue: UInt32(EPOLLIN.rawValue | EPOLLRDHUP.rawValue))
    /// The word that no more will come, alone.
    static let end = Interest(rawValue: UInt32(EPOLLRDHUP.rawValue))
    static let write = Interest(rawValue: UInt32(EPOLLOUT.rawValue))
}

/// The descriptors that one lane watches.
///
/// Level-triggered: what was not read is told again, and a FIN that came along with data is not
/// missed (epoll(7)). Calls on it are safe from any thread.
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

    /// Watches a descriptor no longer; to be called before it is closed.
    ///
    /// Closing does not always do it: a process that is being started has copies of
    /// all descriptors for a moment, and the kernel goes by the file (epoll(7)). It
    /// would tell of the old file under a number that may be a new connection's.
    func remove(_ number: Int32) {
        var event = unsafe epoll_event()
        // Fails only for what is not watched.
        unsafe _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, &event)
    }

    /// Waits until something is ready or the time is over (never, below zero), and fills `events`.
    func wait(_ events: inout ReadyEvents, milliseconds: Int) {
        let limit = Int32(clamping: milliseconds)
        let count = unsafe events.storage.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(descriptor.number, $0.baseAddress, Int32($0.count), limit)
        }
        // A signal ends the wait early; the caller's loop simply waits again.
        events.count = max(0, Int(count))
    }

    private func control(_ call: Int32, _ number: Int32, _ interest: Interest) throws(Errno) {
        var event = unsafe epoll_event()
        unsafe event.events = interest.rawValue
        unsafe event.data.fd = number
        _ = try retrying { unsafe epoll_ctl(descriptor.number, call, number, &event) }
    }
}

/// What became ready together.
@safe
struct ReadyEvents {
    /// One descriptor, and what can be done with it.
    struct Event {
        let descriptor: Int32
        let isReadable: Bool
        let isWritable: Bool
        /// The client sends no more; what it sent before may still be there to be read.
        let isEnding: Bool
        /// Both directions are closed, or the connection was reset.
        let isBroken: Bool
    }

    fileprivate var storage = unsafe [epoll_event](repeating: epoll_event(), count: 256)
    fileprivate(set) var count = 0

    /// Where that descriptor stands among them.
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
