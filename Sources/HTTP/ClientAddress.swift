/// Whom a connection is counted for: an IPv4 address, or a network of 64 bits of IPv6, which is the
/// least that one customer gets, so that nobody counts as many by changing the rest.
package struct ClientAddress: Hashable, Sendable {
    /// The 32 bits of the address of IPv4, or the first 64 of IPv6.
    package let number: UInt64
    package let isIPv4: Bool

    /// The address with these bits.
    ///
    /// `::ffff:a.b.c.d` is IPv4 written as IPv6 (RFC 4291 §2.5.5.2), of which the first 64 bits are the
    /// same for everybody.
    package init(high: UInt64, low: UInt64) {
        isIPv4 = high == 0 && low >> 32 == 0xFFFF
        number = isIPv4 ? low & 0xFFFF_FFFF : high
    }

    /// The address of IPv4 with these bits.
    package init(v4 number: UInt32) {
        self.number = UInt64(number)
        isIPv4 = true
    }

    /// Reads an address as it is written in text, nil for anything else.
    package init?(_ text: Span<UInt8>) {
        if let number = AddressText.v4(text) {
            self.init(v4: number)
        } else if let (high, low) = AddressText.v6(text) {
            self.init(high: high, low: low)
        } else {
            return nil
        }
    }
}

/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one alone.
package struct AddressRange: Equatable, Sendable {
    private let first: ClientAddress
    /// How many of its bits all have.
    private let bits: Int

    /// Reads a range as it is written in text; of IPv6 no more than 64 bits count.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = ClientAddress(Array(parts[0].utf8).span) else { return nil }
        let isV6 = parts[0].contains(":")
        first = address
        guard parts.count == 2 else {
            bits = address.isIPv4 ? 32 : 64
            return
        }
        let most = isV6 ? 128 : 32
        guard let written = Array(parts[1].utf8).span.ordinal, written <= most else { return nil }
        bits =
            isV6 && address.isIPv4 ? max(0, written - 96) : min(written, address.isIPv4 ? 32 : 64)
    }

    /// Whether the address is one of these.
    package func contains(_ address: ClientAddress) -> Bool {
        guard address.isIPv4 == first.isIPv4 else { return false }
        let rest = (first.isIPv4 ? 32 : 64) - bits
        // A shift by all 64 bits leaves nothing to compare.
        return (address.number ^ first.number) >> UInt64(rest) == 0
    }
}
