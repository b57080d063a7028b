extension Span<UInt8> {
    /// The eight bytes from `offset` on with the first one lowest, or nil where fewer are left.
    ///
    /// One range check and constant indices behind it: the optimizer makes a single load of this,
    /// which is how safe code reads eight bytes at a time.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        guard offset >= 0, count &- offset >= 8 else { return nil }
        let part = extracting(offset..<offset &+ 8)
        let low =
            UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
        let high =
            UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
        return low | high << 32
    }
}

extension UInt64 {
    /// The same byte in all eight places.
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Bit 7 of each byte that equals `byte`, exact up to the lowest such
    /// byte; 0 when there is none.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        let difference = self ^ .repeating(byte)
        return (difference &- .repeating(1)) & ~difference & .repeating(0x80)
    }

    /// Bit 7 of each byte that JSON wants escaped in a string, exact up to the lowest such byte.
    @inline(__always)
    var escapeMarks: UInt64 {
        let controls = (self &- .repeating(0x20)) & ~self & .repeating(0x80)
        return controls | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\"))
    }
}
