extension Span<UInt8> {
    /// The eight bytes at `offset`, the first one lowest; nil if fewer are left.
    ///
    /// One range check, then constant indices: the optimizer compiles this to a single load.
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
    /// A word of eight equal bytes.
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

    /// Bit 7 of each byte that a JSON string must escape, exact up to the lowest such byte.
    @inline(__always)
    var escapeMarks: UInt64 {
        let controls = (self &- .repeating(0x20)) & ~self & .repeating(0x80)
        return controls | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\"))
    }
}
