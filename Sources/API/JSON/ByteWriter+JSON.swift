package import HTTP

extension ByteWriter {
    /// Appends `true` or `false`.
    package mutating func appendJSON(_ value: Bool) {
        append(value ? "true" : "false" as StaticString)
    }

    /// Appends a quoted string with the escapes that RFC 8259 §7 requires and no others.
    package mutating func appendJSON(_ text: String) {
        appendJSON(string: text.utf8Span.span)
    }

    /// Appends a quoted string from UTF-8, unchecked.
    package mutating func appendJSON(string utf8: Span<UInt8>) {
        reserve(utf8.count &+ 2)
        append(UInt8(ascii: "\""))
        unsafe utf8.withUnsafeBufferPointer { content in
            guard let start = content.baseAddress else { return }
            unsafe appendEscaped(start, count: content.count)
        }
        append(UInt8(ascii: "\""))
    }

    /// Copies runs without special bytes, found eight bytes at a time, and escapes the special
    /// ones.
    private mutating func appendEscaped(_ start: UnsafePointer<UInt8>, count: Int) {
        var copied = 0
        var index = 0
        while true {
            unsafe index = Self.firstSpecial(start, from: index, count: count)
            let length = index &- copied
            unsafe append(count: length) { target in
                unsafe target.update(from: start + copied, count: length)
            }
            guard index < count else { return }
            unsafe appendEscape(of: start[index])
            index &+= 1
            copied = index
        }
    }

    /// The index of the first byte from `index` on that needs an escape, or `count`.
    @inline(__always)
    private static func firstSpecial(
        _ start: UnsafePointer<UInt8>, from first: Int, count: Int
    ) -> Int {
        var index = first
        while count &- index >= 8 {
            let word = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
            let marks = UInt64(littleEndian: word).escapeMarks
            guard marks == 0 else { return index &+ marks.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count {
            switch unsafe start[index] {
            case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
            default: index &+= 1
            }
        }
        return count
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            append(UInt8(ascii: "0") &+ byte >> 4)
            let low = byte & 0x0F
            append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ (low &- 10))
        }
    }

    /// Appends a UUID in lower case and in quotes.
    package mutating func appendJSON(uuid high: UInt64, low: UInt64) {
        append(UInt8(ascii: "\""))
        append(uuid: high, low: low)
        append(UInt8(ascii: "\""))
    }

    /// Appends a UUID in lower case, 36 bytes (RFC 9562 §4).
    package mutating func append(uuid high: UInt64, low: UInt64) {
        let first = Self.hexDigits(high >> 32)
        let second = Self.hexDigits(high)
        let third = Self.hexDigits(low >> 32)
        let last = Self.hexDigits(low)
        unsafe append(count: UUIDText.length) { target in
            // Each store may write past its group; the next one overwrites the excess.
            let raw = UnsafeMutableRawPointer(target)
            unsafe raw.storeBytes(of: first.littleEndian, as: UInt64.self)
            unsafe raw.storeBytes(of: second.littleEndian, toByteOffset: 9, as: UInt64.self)
            unsafe raw.storeBytes(
                of: UInt32(truncatingIfNeeded: second >> 32).littleEndian, toByteOffset: 14,
                as: UInt32.self)
            unsafe raw.storeBytes(of: third.littleEndian, toByteOffset: 19, as: UInt64.self)
            unsafe raw.storeBytes(
                of: UInt32(truncatingIfNeeded: third >> 32).littleEndian, toByteOffset: 24,
                as: UInt32.self)
            unsafe raw.storeBytes(of: last.littleEndian, toByteOffset: 28, as: UInt64.self)
            unsafe target[8] = UInt8(ascii: "-")
            unsafe target[13] = UInt8(ascii: "-")
            unsafe target[18] = UInt8(ascii: "-")
            unsafe target[23] = UInt8(ascii: "-")
        }
    }

    /// The eight hexadecimal digits of the lower 32 bits, the first one in the lowest byte.
    @inline(__always)
    private static func hexDigits(_ bits: UInt64) -> UInt64 {
        let octets = UInt64(UInt32(truncatingIfNeeded: bits).byteSwapped)
        let pairs = (octets | octets << 16) & 0x0000_FFFF_0000_FFFF
        let single = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
        let nibbles = (single >> 4 | single << 8) & .repeating(0x0F)
        // Adding 6 carries into bit 4 from 10 on, where the letters begin.
        let letters = ((nibbles &+ .repeating(6)) >> 4) & .repeating(1)
        return nibbles &+ .repeating(0x30) &+ letters &* 0x27
    }
}

extension ByteWriter {
    /// Appends the `count` lowest bytes of 16, the lowest first.
    @inline(__always)
    mutating func append(lowest count: Int, of bytes: UInt128) {
        precondition(0...16 ~= count)
        // All 16 bytes are stored at once; those beyond `count` go to reserved memory.
        reserve(16)
        unsafe append(count: count) { target in
            unsafe UnsafeMutableRawPointer(target).storeBytes(
                of: bytes.littleEndian, as: UInt128.self)
        }
    }
}

/// Collects the standard library's text of a Double without a String.
struct DigitBuffer: TextOutputStream {
    /// The longest is 24 bytes: `-2.2250738585072014e-308`.
    private var bytes = InlineArray<32, UInt8>(repeating: 0)
    private var count = 0

    /// The collected text.
    var text: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(first: count) }
    }

    /// Required by the protocol; digits come through `_writeASCII`.
    mutating func write(_ string: String) {
        for byte in string.utf8 { append(byte) }
    }

    /// The standard library's path for ASCII; without it, `write(to:)` makes a String first.
    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
        for index in buffer.indices { append(unsafe buffer[index]) }
    }

    private mutating func append(_ byte: UInt8) {
        guard count < 32 else { return }
        bytes[count] = byte
        count += 1
    }
}
