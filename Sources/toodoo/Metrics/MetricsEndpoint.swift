import HTTPServer

/// The address of `/metrics`.
enum MetricsEndpoint: Equatable, Sendable {
    /// At the address of the API.
    case main
    case off
    /// Only at an address of its own.
    case address(host: String, port: UInt16)

    /// The address of its own, if it has one.
    var ownAddress: ListenAddress? {
        guard case .address(let host, let port) = self else { return nil }
        return ListenAddress(host: host, port: port)
    }

    /// Reads `on`, `off`, `127.0.0.1:9100` or `[::1]:9100`.
    init?(_ text: String) {
        switch text {
        case "on": self = .main
        case "off": self = .off
        default:
            guard let colon = text.lastIndex(of: ":"),
                let port = Count(String(text[text.index(after: colon)...])),
                let port = UInt16(exactly: port.count)
            else { return nil }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = host.dropFirst().dropLast()
            } else if host.contains(":") {
                return nil
            }
            guard !host.isEmpty else { return nil }
            self = .address(host: host == "localhost" ? "127.0.0.1" : String(host), port: port)
        }
    }
}
