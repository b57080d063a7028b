import CLinux
import Glibc

/// Why a health probe got no status.
package enum HealthProbeFailure: Error, Equatable, Sendable {
    /// The text is no IPv4 or IPv6 address.
    case notAnAddress(String)
    case unreachable(Errno)
    case timedOut
    case notHTTP
}

/// Requests a path and returns the response's status; the time-out covers everything.
package func probeStatus(
    of path: String, at address: ListenAddress, milliseconds: Int
) throws(HealthProbeFailure) -> Int {
    let deadline = monotonicMicroseconds() + milliseconds * 1000
    let socket = try Descriptor.connected(to: address, until: deadline)
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    // The buffer of a new connection is larger than that.
    guard case .bytes(request.utf8.count) = socket.send(Array(request.utf8).span) else {
        throw .unreachable(Errno(code: ECONNRESET))
    }
    var answer = [UInt8](repeating: 0, count: 4_096)
    var count = 0
    // The first twelve bytes contain the status (RFC 9112 §4).
    while count < 12 {
        try socket.wait(for: POLLIN, until: deadline)
        switch socket.receive(into: &answer, from: count) {
        case .bytes(let more): count += more
        case .wouldBlock: continue
        case .end, .broken: throw .notHTTP
        }
    }
    let line = String(decoding: answer[..<12], as: UTF8.self)
    guard line.hasPrefix("HTTP/1."), let status = Int(line.dropFirst(9)) else { throw .notHTTP }
    return status
}

extension Descriptor {
    /// Connects, and waits until the connection is established.
    fileprivate static func connected(
        to address: ListenAddress, until deadline: Int
    ) throws(HealthProbeFailure) -> Descriptor {
        let socket: Descriptor
        do throws(ListenFailure) {
            socket = try unsafe made(host: address.host, port: address.port) {
                socket, address, size throws(Errno) in
                // A non-blocking socket usually only begins to connect (connect(2)).
                let result = unsafe connect(socket.number, address, size)
                guard result == 0 || errno == EINPROGRESS else { throw Errno.last }
            }
        } catch {
            switch error {
            case .notAnAddress(let text): throw .notAnAddress(text)
            case .system(let error): throw .unreachable(error)
            case .notAListener: throw .notHTTP
            }
        }
        try socket.wait(for: POLLOUT, until: deadline)
        let error = socket.option(SO_ERROR) ?? 0
        guard error == 0 else { throw .unreachable(Errno(code: error)) }
        return socket
    }

    fileprivate func wait(for event: Int32, until deadline: Int) throws(HealthProbeFailure) {
        var one = pollfd(fd: number, events: Int16(event), revents: 0)
        while true {
            let rest = deadline - monotonicMicroseconds()
            guard rest > 0 else { throw .timedOut }
            // Rounded up, so that the last fraction of a millisecond is not a busy loop.
            if unsafe poll(&one, 1, Int32(clamping: (rest + 999) / 1000)) > 0 { return }
        }
    }
}
