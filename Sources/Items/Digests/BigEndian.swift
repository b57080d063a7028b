/// Words as big-endian bytes, as they are stored.
package enum BigEndian {
    /// Decodes words; nil for another number of bytes.
    package static func words<let count: Int>(
        _ bytes: Span<UInt8>, as: InlineArray<count, UInt64>.Type
    ) -> InlineArray<count, UInt64>? {
        guard bytes.count == 8 * count else { return nil }
        var words = InlineArray<count, UInt64>(repeating: 0)
        for index in bytes.indices {
            words[index / 8] = words[index / 8] << 8 | UInt64(bytes[index])
        }
        return words
    }

    package static func bytes<let count: Int>(_ words: InlineArray<count, UInt64>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * count)
        for index in words.indices {
            for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: words[index] >> shift))
            }
        }
        return bytes
    }
}
