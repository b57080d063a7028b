/// Eight bytes in one machine word, so that most of a head is checked eight bytes at a time.
///
/// The usual SWAR tests: a subtraction borrows into the top bit of each byte that is too small. A
/// borrow may also mark the byte above; that does not change whether any byte is marked.
struct SWARWord {
    private let word: UInt64
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The eight bytes of a span, which must have eight.
    @inline(__always)
    init(_ bytes: Span<UInt8>) {
        let low =
            UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16
            | UInt64(bytes[3]) << 24
        let high =
            UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48
            | UInt64(bytes[7]) << 56
        word = low | high
    }

    /// Whether every byte is a space, visible ASCII or `obs-text`; false for a tab.
    @inline(__always)
    var areFieldValueCharacters: Bool {
        (smaller(than: 0x20) | equal(to: 0x7F)) & Self.tops == 0
    }

    /// Whether every byte is visible ASCII, and neither `?` nor `#`.
    @inline(__always)
    var arePathCharacters: Bool {
        (smaller(than: 0x21) | equal(to: 0x7F) | equal(to: UInt8(ascii: "?"))
            | equal(to: UInt8(ascii: "#")) | word) & Self.tops == 0
    }

    @inline(__always)
    private func smaller(than bound: UInt8) -> UInt64 {
        (word &- Self.ones &* UInt64(bound)) & ~word
    }

    @inline(__always)
    private func equal(to byte: UInt8) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return (difference &- Self.ones) & ~difference
    }
}
