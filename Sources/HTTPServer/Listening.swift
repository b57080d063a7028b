import HTTP

/// What a server is to listen on.
package enum Listening: Equatable, Sendable {
    /// A numeric address of its own; port 0 takes a free one.
    case address(host: String, port: UInt16)
    /// A descriptor that listens already, and that others may go on
    /// listening on; it becomes the server's.
    case inherited(Int32)

    /// Whether others may go on listening when the server has ended.
    var isInherited: Bool {
        switch self {
        case .address: false
        case .inherited: true
        }
    }
}

/// Where a listening socket is found.
package struct ListenAddress: Equatable, Sendable {
    /// An IPv4 or IPv6 address.
    package let host: String
    package let port: UInt16

    /// Whether the host is an address, and no name.
    package var isNumeric: Bool { IPAddress(Array(host.utf8).span) != nil }

    /// That address and port.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}
