/// A growing output buffer for the heads and bodies of responses.
///
/// Clearing keeps the memory, so a warm lane writes responses without allocating. The unsafe
/// pointer never leaves this file; `count <= capacity` holds between calls.
@safe
@usableFromInline
package struct ByteWriter: ~Copyable {
    @usableFromInline var storage: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// The number of bytes in the buffer.
    @usableFromInline package internal(set) var count: Int

    /// A writer that holds `capacity` bytes before it grows.
    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe storage = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
        count = 0
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// The bytes written so far.
    @inlinable
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let bytes = unsafe UnsafeBufferPointer(start: storage, count: count)
            let span = unsafe Span(_unsafeElements: bytes)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Removes the bytes from `position` on, and keeps the memory.
    package mutating func truncate(to position: Int) {
        precondition(position >= 0 && position <= count)
        count = position
    }

    /// Removes all bytes.
    ///
    /// Frees memory beyond `limit`, so that a large response does not hold it for good.
    package mutating func removeAll(keeping limit: Int = .max) {
        count = 0
        guard capacity > limit else { return }
        unsafe storage.deallocate()
        capacity = max(limit, 16)
        unsafe storage = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    /// Reserves capacity for `extra` more bytes.
    @inlinable
    package mutating func reserve(_ extra: Int) {
        if capacity &- count < extra { grow(by: extra) }
    }

    @usableFromInline
    mutating func grow(by extra: Int) {
        let wanted = max(capacity * 2, count + extra)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        unsafe larger.update(from: storage, count: count)
        unsafe storage.deallocate()
        unsafe storage = larger
        capacity = wanted
    }

    @inlinable
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe storage[count] = byte
        count &+= 1
    }

    /// Appends the bytes of a literal.
    ///
    /// Always inlined: with a literal at the call site, two calls become one comparison and a few
    /// stores. An item in a list appends a dozen literals.
    @inlinable
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        precondition(text.hasPointerRepresentation)
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (storage + count).update(from: text.utf8Start, count: length)
        count &+= length
    }

    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        let length = bytes.count
        reserve(length)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe (storage + count).update(from: start, count: length)
        }
        count &+= length
    }

    /// Appends the bytes of another writer.
    @inlinable
    package mutating func append(_ other: borrowing ByteWriter) {
        append(other.span)
    }

    /// Appends a copy of bytes that are in the buffer already.
    package mutating func append(again range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        reserve(range.count)
        unsafe (storage + count).update(from: storage + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// Appends the UTF-8 of a string; the label keeps literals on the `StaticString` overload.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { bytes in
            let span = unsafe Span(_unsafeElements: bytes)
            append(span)
        }
    }

    /// Appends an integer in decimal digits.
    package mutating func append(decimal value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        var digits = 1
        var bound: UInt = 10
        while rest >= bound {
            digits += 1
            bound *= 10
        }
        reserve(digits)
        var position = count + digits
        repeat {
            position -= 1
            unsafe storage[position] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
            rest /= 10
        } while rest > 0
        count += digits
    }

    /// Appends the lowest `digits` hexadecimal digits of a number.
    package mutating func append(hexadecimal value: UInt64, digits: Int) {
        reserve(digits)
        if digits == 16 {
            // Fast path: a request's id, in its response and in the log.
            let start = unsafe UnsafeMutableRawPointer(storage + count)
            let (high, low) = (Self.hexadecimal(value >> 32), Self.hexadecimal(value & 0xFFFF_FFFF))
            unsafe start.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe (start + 8).storeBytes(of: low.bigEndian, as: UInt64.self)
            count += 16
            return
        }
        for index in 0..<digits {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * (digits - 1 - index)) & 15)
            let base = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
            unsafe storage[count + index] = digit + base
        }
        count += digits
    }

    /// The eight hexadecimal digits of 32 bits, one a byte, the first in the top byte (SWAR).
    private static func hexadecimal(_ value: UInt64) -> UInt64 {
        var digits = value
        digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        let areLetters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + areLetters * 0x27
    }

    /// Appends `length` bytes that `filling` writes in place; it must write them all.
    @unsafe
    @inlinable
    package mutating func append(
        count length: Int, filling: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        reserve(length)
        unsafe filling(storage + count)
        count &+= length
    }
}

extension ByteWriter: @unchecked Sendable {
    // Proof: it is not copyable and its pointer never escapes, so access to it is exclusive.
}

extension String {
    /// The bytes of a writer as text; invalid UTF-8 is replaced.
    package init(copying bytes: borrowing ByteWriter) {
        self = unsafe bytes.span.withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}

extension [UInt8] {
    package init(copying bytes: borrowing ByteWriter) {
        self.init(copying: bytes.span)
    }

    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
