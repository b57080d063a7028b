// Numbers in blobs, the highest byte first, so that SQLite sorts them as they are.

extension [UInt8] {
    /// Appends the lowest bytes of a number.
    package mutating func append(_ number: UInt64, bytes: Int = 8) {
        for index in 1...bytes {
            append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (bytes - index))))
        }
    }
}

extension Span<UInt8> {
    /// The number in the eight bytes from there on; traps where there are fewer.
    @inlinable
    package func number(at start: Int) -> UInt64 {
        unsafe extracting(start..<start + 8).withUnsafeBytes { bytes in
            UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self))
        }
    }
}
