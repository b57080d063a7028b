import Glibc

/// A test's socket, like one that another program passes to a server.
package final class ListeningSocket {
    /// The kinds of sockets that a program can pass, correctly or by mistake.
    package enum Kind: CaseIterable, Sendable {
        case listening
        case notListening
        case datagrams
        case local
    }

    package let number: Int32
    package let port: UInt16

    /// A blocking socket on a free port, which other processes do not inherit.
    package init(_ kind: Kind = .listening, host: String = "127.0.0.1") throws {
        let type = kind == .datagrams ? SOCK_DGRAM : SOCK_STREAM
        let family = kind == .local ? AF_UNIX : AF_INET
        number = socket(family, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw WireClient.Failure.system(errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(family)
        unsafe inet_pton(AF_INET, host, &address.sin_addr)
        // With only the family, the kernel chooses a name (unix(7), "autobind").
        let length =
            kind == .local ? MemoryLayout<sa_family_t>.size : MemoryLayout<sockaddr_in>.size
        var size = socklen_t(length)
        let number = number
        let result = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(number, address, size) == 0 else { return Int32(-1) }
                if kind != .local { unsafe getsockname(number, address, &size) }
                return kind == .listening || kind == .local ? listen(number, 16) : 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard result == 0 else { throw WireClient.Failure.system(errno) }
    }

    deinit {
        close(number)
    }

    /// Another descriptor of the same socket; the caller closes it.
    package func copy() -> Int32 {
        dup(number)
    }
}
