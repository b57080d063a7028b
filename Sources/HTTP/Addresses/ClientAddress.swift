/// Whom a connection is counted for: an IPv4 address, or a network of 64 bits of IPv6, which is the
/// least that one customer gets, so that nobody counts as many by changing the rest.
package struct ClientAddress: Hashable, Sendable {
    /// The 32 bits of the address of IPv4, or the first 64 of IPv6.
    private let number: UInt64
    private let isIPv4: Bool

    /// Who has this address.
    package init(_ address: IPAddress) {
        isIPv4 = address.isIPv4
        // Of IPv4 written as IPv6, the first 64 bits are the same for everybody.
        number = isIPv4 ? address.low : address.high
    }
}
