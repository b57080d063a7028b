/// An IPv6 address, or an IPv4 address mapped as `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2).
package struct IPAddress: Equatable, Sendable {
    /// The first 64 bits.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The IPv4 address with these bits.
    package init(v4 number: UInt32) {
        self.init(high: 0, low: 0xFFFF << 32 | UInt64(number))
    }

    /// Parses the text form of an address; nil for anything else.
    package init?(_ text: Span<UInt8>) {
        if let number = AddressText.v4(text) {
            self.init(v4: number)
        } else if let (high, low) = AddressText.v6(text) {
            self.init(high: high, low: low)
        } else {
            return nil
        }
    }

    /// Parses a node as proxies write it: an address with an optional port; nil for anything else.
    ///
    /// An IPv6 address with a port stands in brackets (RFC 7239 §6).
    package init?(node text: Span<UInt8>) {
        if let address = IPAddress(text) {
            self = address
            return
        }
        let host = Authority.host(text)
        guard Self.isPortOrNothing(text.extracting(host.count...)) else { return nil }
        self.init(host: host)
    }

    /// Parses the host of a URL: an IPv4 address, or an IPv6 address in brackets; nil for anything
    /// else.
    package init?(host: Span<UInt8>) {
        if let number = AddressText.v4(host) {
            self.init(v4: number)
        } else if host.count > 2, host[0] == UInt8(ascii: "["),
            host[host.count - 1] == UInt8(ascii: "]"),
            let (high, low) = AddressText.v6(host.extracting(1..<host.count - 1))
        {
            self.init(high: high, low: low)
        } else {
            return nil
        }
    }

    private static func isPortOrNothing(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0 else { return true }
        guard text[0] == UInt8(ascii: ":"), let port = text.extracting(1...).canonicalDecimal else {
            return false
        }
        return port < 65_536
    }

    /// Whether it is an IPv4 address, in either form.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }
}
