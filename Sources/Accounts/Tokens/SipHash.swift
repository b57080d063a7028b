/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, 2012), a keyed hash.
///
///     state     4 words, made of the key and constants
///     block     8 bytes, little-endian; the last one has the remaining bytes, the length on top
///     rounds    2 for each block, 4 before each half of the output
///
/// Without the key, the output looks random, and collisions cannot be found. Does not allocate.
package struct SipHash: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// A hash with this key; `low` is its first eight bytes, little-endian.
    package init(low: UInt64, high: UInt64) {
        (self.low, self.high) = (low, high)
    }

    package static func random() -> SipHash {
        var source = SystemRandomNumberGenerator()
        return SipHash(low: source.next(), high: source.next())
    }

    package func hash(_ bytes: Span<UInt8>) -> TokenHash {
        var state = State(low, high)
        let whole = bytes.count & ~7
        for start in stride(from: 0, to: whole, by: 8) {
            state.absorb(bytes.extracting(start..<start &+ 8).word)
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for index in whole..<bytes.count {
            last |= UInt64(bytes[index]) << UInt64(8 &* (index &- whole))
        }
        state.absorb(last)
        return state.output()
    }

    private struct State {
        private var a: UInt64
        private var b: UInt64
        private var c: UInt64
        private var d: UInt64

        /// The reference's constants; `0xee` in `b` selects the longer output.
        init(_ low: UInt64, _ high: UInt64) {
            a = low ^ 0x736f_6d65_7073_6575
            b = high ^ 0x646f_7261_6e64_6f6d ^ 0xee
            c = low ^ 0x6c79_6765_6e65_7261
            d = high ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func absorb(_ word: UInt64) {
            d ^= word
            for _ in 0..<2 { mix() }
            a ^= word
        }

        consuming func output() -> TokenHash {
            c ^= 0xee
            for _ in 0..<4 { mix() }
            let low = a ^ b ^ c ^ d
            b ^= 0xdd
            for _ in 0..<4 { mix() }
            return TokenHash(low: low, high: a ^ b ^ c ^ d)
        }

        @inline(__always)
        private mutating func mix() {
            a &+= b
            b = b.rotated(13) ^ a
            a = a.rotated(32)
            c &+= d
            d = d.rotated(16) ^ c
            a &+= d
            d = d.rotated(21) ^ a
            c &+= b
            b = b.rotated(17) ^ c
            c = c.rotated(32)
        }
    }
}

extension Span where Element == UInt8 {
    /// Eight bytes, little-endian; compiled to one load.
    @inline(__always)
    fileprivate var word: UInt64 {
        UInt64(self[0]) | UInt64(self[1]) << 8 | UInt64(self[2]) << 16 | UInt64(self[3]) << 24
            | UInt64(self[4]) << 32 | UInt64(self[5]) << 40 | UInt64(self[6]) << 48
            | UInt64(self[7]) << 56
    }
}

extension UInt64 {
    fileprivate func rotated(_ bits: UInt64) -> UInt64 {
        self &<< bits | self &>> (64 &- bits)
    }
}
