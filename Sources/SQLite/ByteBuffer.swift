/// Bytes that come and go in the same memory, for blobs that are put together.
///
/// An array takes three times as many instructions for a few bytes, since
/// it keeps its own count. No pointer leaves this file.
@frozen
@usableFromInline
package struct ByteBuffer {
    /// All the memory; what is behind `count` means nothing.
    @usableFromInline var memory: [UInt8] = []
    /// How many bytes there are.
    @usableFromInline package private(set) var count = 0

    /// An empty one.
    @inlinable
    package init() {}

    /// The bytes.
    @inlinable
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { memory.span.extracting(first: count) }
    }

    /// Forgets the bytes, and keeps the memory.
    @inlinable
    package mutating func removeAll() { count = 0 }

    /// Appends one.
    @inlinable
    package mutating func append(_ byte: UInt8) {
        if count == memory.count { grow(by: 1) }
        memory[count] = byte
        count += 1
    }

    /// Appends others.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        if bytes.count > memory.count - count { grow(by: bytes.count) }
        let end = count
        unsafe memory.withUnsafeMutableBytes { memory in
            unsafe bytes.withUnsafeBytes { bytes in
                // Nothing has no address.
                guard let start = memory.baseAddress, let others = bytes.baseAddress else { return }
                unsafe (start + end).copyMemory(from: others, byteCount: bytes.count)
            }
        }
        count = end + bytes.count
    }

    /// Appends some of its own.
    @inlinable
    package mutating func append(own range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if range.count > memory.count - count { grow(by: range.count) }
        let end = count
        unsafe memory.withUnsafeMutableBytes { memory in
            guard let start = memory.baseAddress else { return }
            let own = unsafe start + range.lowerBound
            unsafe (start + end).copyMemory(from: own, byteCount: range.count)
        }
        count = end + range.count
    }

    /// Takes over others.
    @inlinable
    package mutating func replace(with bytes: Span<UInt8>) {
        count = 0
        append(bytes)
    }

    @usableFromInline
    mutating func grow(by added: Int) {
        let room = max(64, 2 * memory.count, count + added)
        memory.append(contentsOf: repeatElement(0, count: room - memory.count))
    }
}
