// Compares bytes eight at a time; no pointer leaves this file.
extension Span<UInt8> {
    @inlinable
    package func commonPrefixCount(with other: Span<UInt8>) -> Int {
        let common = Swift.min(count, other.count)
        var index = 0
        while index + 8 <= common {
            let difference = number(at: index) ^ other.number(at: index)
            if difference != 0 { return index + difference.leadingZeroBitCount / 8 }
            index += 8
        }
        while index < common, self[index] == other[index] { index += 1 }
        return index
    }

    /// Compares bytewise: negative if these bytes order first, 0 if equal, positive otherwise.
    @inlinable
    package func compared(to other: Span<UInt8>) -> Int {
        let shared = commonPrefixCount(with: other)
        guard shared < count, shared < other.count else { return count - other.count }
        return Int(self[shared]) - Int(other[shared])
    }

    /// The eight bytes from `index` on as a big-endian number; traps if there are fewer.
    @inlinable
    func number(at index: Int) -> UInt64 {
        precondition(index >= 0 && index <= count - 8)
        let number = unsafe withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        }
        return UInt64(bigEndian: number)
    }
}
