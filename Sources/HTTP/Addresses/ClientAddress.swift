/// The key of limits per client: an IPv4 address or an IPv6 network, by default a /64.
///
/// A customer gets at least a /64, so a client cannot evade a limit by changing the other 64 bits.
package struct ClientAddress: Hashable, Sendable {
    /// The 32 bits of an IPv4 address, or the first 64 bits of an IPv6 network.
    private let number: UInt64
    /// The length of the network's prefix.
    private let bits: UInt8
    private let isIPv4: Bool

    package init(_ address: IPAddress) {
        isIPv4 = address.isIPv4
        bits = isIPv4 ? 32 : 64
        // An IPv4 address is mapped into IPv6, where its first 64 bits are always 0.
        number = isIPv4 ? address.low : address.high
    }

    private init(first bits: UInt8, of network: UInt64) {
        self.bits = bits
        number = network & ~(UInt64.max >> UInt64(bits))
        isIPv4 = false
    }

    /// The IPv6 networks around this one that a single customer may have: a /56, which most homes
    /// have, and a /48 (RFC 6177). None for an IPv4 address.
    package var widerNetworks: [ClientAddress] {
        isIPv4
            ? [] : [ClientAddress(first: 56, of: number), ClientAddress(first: 48, of: number)]
    }
}
