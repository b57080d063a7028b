import CLinux
import Glibc
import HTTP

/// Why a server cannot listen.
package enum ListenFailure: Error, Equatable, Sendable {
    /// The text is no IPv4 or IPv6 address.
    case notAnAddress(String)
    /// The inherited descriptor is not a listening TCP socket.
    case notAListener(Int32)
    case system(Errno)
}

/// Unsent bytes per connection that the kernel buffers beyond the client's window.
private let unsentBytes = 262_144

/// Connections that may wait in the backlog; the system may allow fewer (listen(2)).
let listenBacklog = 4096

extension Descriptor {
    /// The socket that a server listens on.
    static func listening(_ listening: Listening) throws(ListenFailure) -> Descriptor {
        switch listening {
        case .address(let host, let port): try bound(host: host, port: port).listening()
        case .inherited(let number): try inherited(number)
        case .bound(let number): try Descriptor(number).listening()
        }
    }

    private consuming func listening() throws(ListenFailure) -> Descriptor {
        do throws(Errno) {
            _ = try retrying { listen(number, Int32(listenBacklog)) }
        } catch {
            throw .system(error)
        }
        return self
    }

    /// A socket that is bound to a numeric address; port 0 takes a free one.
    static func bound(host: String, port: UInt16) throws(ListenFailure) -> Descriptor {
        try unsafe made(host: host, port: port) { socket, address, size throws(Errno) in
            try socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            try socket.setForConnections()
            if unsafe Int32(address.pointee.sa_family) == AF_INET6 {
                try socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, Int32(1))
            }
            _ = try retrying { unsafe bind(socket.number, address, size) }
        }
    }

    /// The setup of a new socket with its address.
    typealias Use = (borrowing Descriptor, UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Void

    /// A new non-blocking socket for a numeric address.
    static func made(
        host: String, port: UInt16, _ use: Use
    ) throws(ListenFailure) -> Descriptor {
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_port = port.bigEndian
        if unsafe inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
            return try unsafe made(AF_INET, &v4, use)
        }
        var v6 = sockaddr_in6()
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_port = port.bigEndian
        if unsafe inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
            return try unsafe made(AF_INET6, &v6, use)
        }
        throw .notAnAddress(host)
    }

    private static func made<Address>(
        _ family: Int32, _ address: inout Address, _ use: Use
    ) throws(ListenFailure) -> Descriptor {
        do throws(Errno) {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let socket = Descriptor(try retrying { Glibc.socket(family, kind, 0) })
            let size = socklen_t(MemoryLayout<Address>.size)
            try unsafe withUnsafePointer(to: &address) { address throws(Errno) in
                try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    address throws(Errno) in
                    try unsafe use(socket, address, size)
                }
            }
            return socket
        } catch {
            throw .system(error)
        }
    }

    /// Sets the options that accepted connections inherit from the listener (tcp(7)).
    func setForConnections() throws(Errno) {
        // A response is sent at once, not held back for more.
        try set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        // Limits the kernel's memory for slow clients, which is otherwise up to 4 MB per
        // connection.
        try set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Int32(unsentBytes))
    }

    /// The next connection of the backlog, nil when it is empty; sets `address` to the client's.
    func accept(from address: inout IPAddress) throws(Errno) -> Descriptor? {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        var peer = sockaddr_in6()
        do throws(Errno) {
            let socket = try retrying {
                var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
                return unsafe withUnsafeMutablePointer(to: &peer) {
                    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe accept4(number, $0, &size, flags)
                    }
                }
            }
            address = IPAddress(peer)
            return Descriptor(socket)
        } catch {
            if error.wouldBlock { return nil }
            throw error
        }
    }

    /// The peer's address, nil when it has disconnected.
    func peer() -> IPAddress? {
        var peer = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &peer) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(number, $0, &size)
            }
        }
        return result == 0 ? IPAddress(peer) : nil
    }

    /// Refuses further connections at once, so that clients try another server (Linux: shutdown(2)
    /// on a listening socket).
    func stopListening() {
        _ = shutdown(number, Int32(SHUT_RD))
    }

    func set<Value: BitwiseCopyable>(
        _ level: Int32, _ option: Int32, _ value: Value
    ) throws(Errno) {
        var value = value
        let size = socklen_t(MemoryLayout<Value>.size)
        _ = try retrying { unsafe setsockopt(number, level, option, &value, size) }
    }
}

extension IPAddress {
    /// The address that accept(2) has filled in; the structure is large enough for both families.
    init(_ peer: sockaddr_in6) {
        let family = peer.sin6_family
        // sockaddr_in has its four bytes at 4, sockaddr_in6 its sixteen at 8 (ip(7), ipv6(7)).
        self = unsafe withUnsafeBytes(of: peer) { bytes in
            func eight(at offset: Int) -> UInt64 {
                UInt64(
                    bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            if family == sa_family_t(AF_INET) {
                return IPAddress(v4: UInt32(truncatingIfNeeded: eight(at: 4) >> 32))
            }
            return IPAddress(high: eight(at: 8), low: eight(at: 16))
        }
    }
}

/// Waits until one of two descriptors is readable or the time is over (below zero: without limit).
func waitForEither(_ a: borrowing Descriptor, _ b: borrowing Descriptor, milliseconds: Int) {
    var both = [
        pollfd(fd: a.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: b.number, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe both.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, nfds_t($0.count), Int32(clamping: milliseconds))
    }
}

func monotonicMilliseconds() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Microseconds of the monotonic clock; a finer clock that costs more to read.
func monotonicMicroseconds() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

/// Yields the core to other threads that are ready to run (sched_yield(2)).
func yieldCore() {
    _ = sched_yield()
}

/// Milliseconds since 1970 by the wall clock.
func unixMilliseconds() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Raises the limit of open descriptors to the hard limit, and returns it.
package func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
    _ = unsafe getrlimit(kind, &limit)
    return Int(clamping: limit.rlim_cur)
}
