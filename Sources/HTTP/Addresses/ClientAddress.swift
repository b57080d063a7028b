/// The key of limits per client: an IPv4 address or an IPv6 /64.
///
/// A customer gets at least a /64, so a client cannot evade a limit by changing the other 64 bits.
package struct ClientAddress: Hashable, Sendable {
    /// The 32 bits of an IPv4 address, or the first 64 bits of an IPv6 address.
    private let number: UInt64
    private let isIPv4: Bool

    /// The client with this address.
    package init(_ address: IPAddress) {
        isIPv4 = address.isIPv4
        // An IPv4 address is mapped into IPv6, where its first 64 bits are always 0.
        number = isIPv4 ? address.low : address.high
    }
}
