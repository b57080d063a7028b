/// Addresses with a common prefix: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
package struct AddressRange: Equatable, Sendable {
    private let first: IPAddress
    /// The length of the prefix, of 128 bits.
    private let bits: Int

    /// Parses an address or a CIDR range; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(Array(parts[0].utf8).span) else { return nil }
        first = address
        guard parts.count == 2 else {
            bits = 128
            return
        }
        // An IPv4 address is the last 32 of the 128 bits.
        let before = parts[0].contains(":") ? 0 : 96
        guard let written = Array(parts[1].utf8).span.canonicalDecimal, written <= 128 - before
        else {
            return nil
        }
        bits = before + written
    }

    /// Whether the address is in this range.
    ///
    /// Compares all bits of an IPv6 address, unlike `ClientAddress`: other hosts of a /64 do not
    /// have to be trusted proxies.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv4 == first.isIPv4 else { return false }
        // With `bits` 0 the shift by 64 yields 0, and every address matches.
        guard bits > 64 else { return (address.high ^ first.high) >> UInt64(64 - bits) == 0 }
        return address.high == first.high && (address.low ^ first.low) >> UInt64(128 - bits) == 0
    }
}

extension [AddressRange] {
    package func contains(_ address: IPAddress) -> Bool {
        contains { $0.contains(address) }
    }
}
