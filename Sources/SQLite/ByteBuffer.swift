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
        append(own: 0..<0, bytes)
    }

    /// Appends some of its own, and then others.
    @inlinable
    package mutating func append(own range: Range<Int>, _ bytes: Span<UInt8>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        let added = range.count + bytes.count
        if added > memory.count - count { grow(by: added) }
        let end = count
        unsafe memory.withUnsafeMutableBytes { memory in
            unsafe bytes.withUnsafeBytes { bytes in
                // Nothing has no address.
                guard let start = memory.baseAddress else { return }
                let room = unsafe start + end
                unsafe room.copyMemory(from: start + range.lowerBound, byteCount: range.count)
                guard let others = bytes.baseAddress else { return }
                unsafe (room + range.count).copyMemory(from: others, byteCount: bytes.count)
            }
        }
        count = end + added
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
