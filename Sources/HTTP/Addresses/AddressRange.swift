/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one alone.
package struct AddressRange: Equatable, Sendable {
    private let first: IPAddress
    /// How many of its 128 bits all have.
    private let bits: Int

    /// Reads a range as it is written in text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(Array(parts[0].utf8).span) else { return nil }
        first = address
        guard parts.count == 2 else {
            bits = 128
            return
        }
        // The 32 bits of IPv4 are the last ones.
        let before = parts[0].contains(":") ? 0 : 96
        guard let written = Array(parts[1].utf8).span.canonicalDecimal, written <= 128 - before
        else {
            return nil
        }
        bits = before + written
    }

    /// Whether the address is one of these: all of its bits count, since
    /// hosts of one network are not each other's proxies.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv4 == first.isIPv4 else { return false }
        // A shift by all 64 bits leaves nothing to compare.
        guard bits > 64 else { return (address.high ^ first.high) >> UInt64(64 - bits) == 0 }
        return address.high == first.high && (address.low ^ first.low) >> UInt64(128 - bits) == 0
    }
}

extension [AddressRange] {
    /// Whether the address is in one of these.
    package func contains(_ address: IPAddress) -> Bool {
        contains { $0.contains(address) }
    }
}
