// Bytes of blobs, compared eight at a time, and numbers among them. No pointer leaves this file.
extension Span<UInt8> {
    /// The first eight bytes as a number, in the same order; fewer end with zeros.
    @inlinable
    package var beginning: UInt64 {
        guard count < 8 else { return number(at: 0) }
        var number: UInt64 = 0
        for index in indices { number = number << 8 | UInt64(self[index]) }
        return number << UInt64(8 * (8 - count))
    }

    /// The first sixteen bytes as a number, in the same order; fewer end with zeros.
    @inlinable
    package var opening: UInt128 {
        guard count > 8 else { return UInt128(beginning) << 64 }
        let rest = count < 16 ? number(at: count - 8) << (8 * (16 - count)) : number(at: 8)
        return UInt128(beginning) << 64 | UInt128(rest)
    }

    /// How many bytes others begin with as well.
    @inlinable
    package func countShared(with other: Span<UInt8>) -> Int {
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

    /// Whether these bytes come before (less than 0), with or after others.
    @inlinable
    package func compared(to other: Span<UInt8>) -> Int {
        let shared = countShared(with: other)
        guard shared < count, shared < other.count else { return count - other.count }
        return Int(self[shared]) - Int(other[shared])
    }

    /// The number in the eight bytes from there on, the first one highest;
    /// traps where there are fewer.
    @inlinable
    package func number(at index: Int) -> UInt64 {
        precondition(index >= 0 && index <= count - 8)
        let number = unsafe withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        }
        return UInt64(bigEndian: number)
    }
}

extension [UInt8] {
    /// Appends bytes.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends the lowest bytes of a number, at most eight, the highest of them first.
    @inlinable
    package mutating func append(lowest count: Int, of number: UInt64) {
        let bytes = (number << UInt64(8 * (8 - count))).bigEndian
        unsafe Swift.withUnsafeBytes(of: bytes) { bytes in
            // A slice would be appended byte by byte.
            unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
    }
}
