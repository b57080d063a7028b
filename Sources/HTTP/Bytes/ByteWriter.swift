/// A growing buffer of bytes to be sent: what every answer is written into, head and body alike.
///
/// It keeps its memory when it is cleared, so that a lane that has warmed up writes answers without
/// allocating. The unsafe pointer never leaves this file; `count <= capacity` holds between calls.
@safe
@usableFromInline
package struct ByteWriter: ~Copyable {
    @usableFromInline var storage: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// How many bytes stand in the buffer.
    @usableFromInline package internal(set) var count: Int

    /// A writer that takes `capacity` bytes before it first grows.
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

    /// Forgets the bytes from `position` on, and keeps the memory.
    package mutating func truncate(to position: Int) {
        precondition(position >= 0 && position <= count)
        count = position
    }

    /// Forgets all bytes; memory beyond `keeping` is given back, so that one
    /// large answer is not paid for ever after.
    package mutating func removeAll(keeping limit: Int = .max) {
        count = 0
        guard capacity > limit else { return }
        unsafe storage.deallocate()
        capacity = max(limit, 16)
        unsafe storage = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    /// Makes room for `extra` more bytes.
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

    /// Appends one byte.
    @inlinable
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe storage[count] = byte
        count &+= 1
    }

    /// Appends the bytes of a literal.
    ///
    /// Inlined without being asked: where the literal stands at the call,
    /// what is left of this is one comparison and a few stores, instead of
    /// two calls. An item in a list has a dozen of them.
    @inlinable
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        precondition(text.hasPointerRepresentation)
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (storage + count).update(from: text.utf8Start, count: length)
        count &+= length
    }

    /// Appends a run of bytes.
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

    /// Appends what stands in another writer.
    @inlinable
    package mutating func append(_ other: borrowing ByteWriter) {
        append(other.span)
    }

    /// Appends once more what stands there already.
    package mutating func append(again range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        reserve(range.count)
        unsafe (storage + count).update(from: storage + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// Appends the UTF-8 of a string; labelled, so that a literal is never taken for one.
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
            // The id of every request, in its answer and in the log.
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

    /// The eight digits of 32 bits, the first one on top: a digit to the byte, and all at once.
    private static func hexadecimal(_ value: UInt64) -> UInt64 {
        var digits = value
        digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        let areLetters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + areLetters * 0x27
    }

    /// Gives the caller `length` bytes to fill in place; it must fill them all.
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
    // Proof: it is not copyable and its pointer never escapes, so whoever holds it holds all of it.
}

extension String {
    /// The bytes of a writer as text; what is not UTF-8 in them is replaced.
    package init(copying bytes: borrowing ByteWriter) {
        self = unsafe bytes.span.withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}

extension [UInt8] {
    /// The bytes of a writer.
    package init(copying bytes: borrowing ByteWriter) {
        self.init(copying: bytes.span)
    }

    /// The bytes of a stretch of memory.
    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
