/// The text form of a UUID (RFC 9562 §4): 8-4-4-4-12 hexadecimal digits.
///
///     offset  0        9    14   19   24
///             f81d4fae-7dec-11d0-a765-00a0c91e6bf6
///             high─────────────┘ low──────────────┘
package enum UUIDText {
    package static let length = 36

    /// Parses the 36 bytes at `offset`, in any letter case; nil if they are incomplete or not a
    /// UUID.
    ///
    /// Bytes after them are ignored.
    package static func parse(
        _ bytes: Span<UInt8>, at offset: Int
    ) -> (high: UInt64, low: UInt64)? {
        guard offset >= 0, bytes.count >= length, offset <= bytes.count &- length else {
            return nil
        }
        let text = bytes.extracting(offset..<offset &+ length)
        let dash = UInt8(ascii: "-")
        guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash,
            let first = text.word(at: 0), let second = text.word(at: 9),
            let third = text.word(at: 14), let fourth = text.word(at: 19),
            let fifth = text.word(at: 24), let last = text.word(at: 28)
        else { return nil }
        // Groups of four digits are joined to words of eight.
        guard let a = bits(of: first), let b = bits(of: second & 0xFFFF_FFFF | third << 32),
            let c = bits(of: fourth & 0xFFFF_FFFF | fifth << 32), let d = bits(of: last)
        else { return nil }
        return (high: a << 32 | b, low: c << 32 | d)
    }

    /// The value of eight hexadecimal digits, the first one in the lowest byte; nil for other
    /// bytes.
    ///
    /// All eight are checked at once: an addition moves each byte of at least a bound into bit 7,
    /// which is free in ASCII, so no byte carries into the next.
    @inline(__always)
    private static func bits(of digits: UInt64) -> UInt64? {
        guard digits & .repeating(0x80) == 0 else { return nil }
        let lower = digits | .repeating(0x20)
        let decimal = (digits &+ .repeating(0x80 - 0x30)) & ~(digits &+ .repeating(0x80 - 0x3A))
        let letter = (lower &+ .repeating(0x80 - 0x61)) & ~(lower &+ .repeating(0x80 - 0x67))
        guard (decimal | letter) & .repeating(0x80) == .repeating(0x80) else { return nil }
        let nibbles = (lower & .repeating(0x0F)) &+ ((letter & .repeating(0x80)) >> 7) &* 9
        // Joins neighbours: nibbles to bytes, bytes to 16 bits, those to 32.
        let octets = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
        let pairs = (octets | octets >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt64(UInt32(truncatingIfNeeded: pairs | pairs >> 16).byteSwapped)
    }
}
