package import HTTP

extension IPAddress {
    /// Whether it is an address of the public network, by the registries of special addresses
    /// (iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry).
    ///
    /// An IPv6 address that leads to an IPv4 address is judged by that one.
    package var isPublic: Bool {
        if let inner = embeddedIPv4 { return inner.isPublic }
        if isIPv4 { return !Self.special.contains(self) }
        return Self.global.contains(self) && !Self.specialGlobal.contains(self)
    }

    /// The IPv4 address in the form of NAT64 (RFC 6052) or 6to4 (RFC 3056).
    private var embeddedIPv4: IPAddress? {
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 {
            return IPAddress(v4: UInt32(truncatingIfNeeded: low))
        }
        if high >> 48 == 0x2002 { return IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16)) }
        return nil
    }

    private static let special = ranges(
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4")

    /// Global unicast, the only part of IPv6 that is given out.
    private static let global = ranges("2000::/3")

    private static let specialGlobal = ranges("2001::/23", "2001:db8::/32", "3fff::/20")

    private static func ranges(_ texts: String...) -> [AddressRange] {
        texts.map { text in
            guard let range = AddressRange(text) else { preconditionFailure("\(text) is no range") }
            return range
        }
    }
}
