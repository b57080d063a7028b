import HTTP

/// The socket that a server listens on.
package enum Listening: Equatable, Sendable {
    /// A numeric address; port 0 takes a free port.
    case address(host: String, port: UInt16)
    /// An inherited listening descriptor, on which other processes may continue to listen; the
    /// server owns it from then on.
    case inherited(Int32)
    /// A descriptor of `bind`, which the server owns from then on.
    case bound(Int32)

    /// Binds a numeric address, so that no other process can listen there, and no client can
    /// connect before the server listens.
    package static func bind(host: String, port: UInt16) throws(ListenFailure) -> Listening {
        .bound(try Descriptor.bound(host: host, port: port).release())
    }

    /// Whether other processes may continue to listen when the server has ended.
    var isInherited: Bool {
        switch self {
        case .address, .bound: false
        case .inherited: true
        }
    }
}

/// The address of a listening socket.
package struct ListenAddress: Equatable, Sendable {
    /// An IPv4 or IPv6 address.
    package let host: String
    package let port: UInt16

    /// Whether the host is a numeric address, not a name.
    package var isNumeric: Bool { IPAddress(Array(host.utf8).span) != nil }

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}
