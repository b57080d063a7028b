import CLinux
import Glibc

/// Why a server did not answer.
package enum HealthProbeFailure: Error, Equatable, Sendable {
    /// The text is no IPv4 or IPv6 address.
    case notAnAddress(String)
    case unreachable(Errno)
    case timedOut
    /// What it said is no answer of an HTTP server.
    case notHTTP
}

/// Asks a server for a path, and returns the status of its answer; the time is for all of it.
package func probeStatus(
    of path: String, at address: ListenAddress, milliseconds: Int
) throws(HealthProbeFailure) -> Int {
    let deadline = monotonicMicroseconds() + milliseconds * 1000
    let socket = try Descriptor.connected(to: address, until: deadline)
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    // A new connection has room for more than that.
    guard case .bytes(request.utf8.count) = socket.send(Array(request.utf8).span) else {
        throw .unreachable(Errno(code: ECONNRESET))
    }
    var answer = [UInt8](repeating: 0, count: 4_096)
    var count = 0
    // The status stands within the first twelve bytes (RFC 9112 §4).
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
    /// A connection to a server, which is there when this returns.
    fileprivate static func connected(
        to address: ListenAddress, until deadline: Int
    ) throws(HealthProbeFailure) -> Descriptor {
        let socket: Descriptor
        do throws(ListenFailure) {
            socket = try unsafe made(host: address.host, port: address.port) {
                socket, address, size throws(Errno) in
                // Most of the time it is only begun (connect(2)).
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

    /// Waits until something can be done with it.
    fileprivate func wait(for event: Int32, until deadline: Int) throws(HealthProbeFailure) {
        var one = pollfd(fd: number, events: Int16(event), revents: 0)
        while true {
            let rest = deadline - monotonicMicroseconds()
            guard rest > 0 else { throw .timedOut }
            // Rounded up, so that the last part of a millisecond is not spent in calls.
            if unsafe poll(&one, 1, Int32(clamping: (rest + 999) / 1000)) > 0 { return }
        }
    }
}
