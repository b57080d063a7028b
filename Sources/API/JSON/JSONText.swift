/// A JSON string or member name in place, with its escapes.
package struct JSONText: BitwiseCopyable, ~Escapable {
    /// The bytes between the quotes; checked UTF-8.
    let bytes: Span<UInt8>
    /// Whether `bytes` has escapes.
    let hasEscapes: Bool
    /// Whether the content holds U+0000.
    package let containsNUL: Bool

    /// A string with these bytes between its quotes.
    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, hasEscapes: Bool, containsNUL: Bool) {
        self.bytes = bytes
        self.hasEscapes = hasEscapes
        self.containsNUL = containsNUL
    }

    /// The content, unescaped.
    package func string() -> String {
        if !hasEscapes, let text = plainString() { return text }
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(bytes.count)
        var content = content
        while let byte = content.next() { unescaped.append(byte) }
        return String(decoding: unescaped, as: UTF8.self)
    }

    private func plainString() -> String? {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            return nil
        }
    }

    /// The 128 bits of a UUID in any letter case; nil for other content.
    package func uuid() -> (high: UInt64, low: UInt64)? {
        guard hasEscapes else {
            return bytes.count == UUIDText.length ? UUIDText.parse(bytes, at: 0) : nil
        }
        // A UUID with escapes is unusual but valid.
        let unescaped = Array(string().utf8)
        return unescaped.count == UUIDText.length ? UUIDText.parse(unescaped.span, at: 0) : nil
    }

    /// Whether the content equals `name` by scalars; String's `==` would normalize.
    package static func == (text: borrowing JSONText, name: String) -> Bool {
        // Most names already differ in length.
        guard text.hasEscapes || text.bytes.count == name.utf8.count else { return false }
        let plain = name.utf8Span.span
        return text == JSONText(plain, hasEscapes: false, containsNUL: false)
    }

    /// Whether both contents are equal when unescaped.
    package static func == (one: borrowing JSONText, other: borrowing JSONText) -> Bool {
        guard one.hasEscapes || other.hasEscapes else { return one.hasSameBytes(as: other) }
        var left = one.content
        var right = other.content
        while let byte = left.next() {
            guard right.next() == byte else { return false }
        }
        return right.next() == nil
    }

    /// Allows string literals as cases of a `switch` over a name.
    package static func ~= (name: String, text: borrowing JSONText) -> Bool {
        text == name
    }

    @inline(__always)
    private func hasSameBytes(as other: borrowing JSONText) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        var index = 0
        while let word = bytes.word(at: index) {
            guard other.bytes.word(at: index) == word else { return false }
            index &+= 8
        }
        while index < bytes.count {
            guard bytes[index] == other.bytes[index] else { return false }
            index &+= 1
        }
        return true
    }
}

extension JSONText {
    /// The unescaped content, byte by byte.
    var content: Content {
        @_lifetime(copy self)
        get { Content(bytes) }
    }

    /// Iterates over the unescaped UTF-8 of a checked string.
    struct Content: ~Escapable {
        private var scanner: JSONScanner
        /// The remaining bytes of an escaped character, lowest first.
        private var pending: UInt32 = 0
        private var pendingCount = 0

        @_lifetime(copy bytes)
        fileprivate init(_ bytes: Span<UInt8>) {
            scanner = JSONScanner(bytes)
        }

        /// The next byte of the content; nil at the end.
        @_lifetime(self: copy self)
        mutating func next() -> UInt8? {
            if pendingCount > 0 {
                defer { pending >>= 8 }
                pendingCount &-= 1
                return UInt8(truncatingIfNeeded: pending)
            }
            guard scanner.position < scanner.bytes.count else { return nil }
            let byte = scanner.bytes[scanner.position]
            guard byte == UInt8(ascii: "\\") else {
                scanner.position &+= 1
                return byte
            }
            // The document was checked, so no escape fails here.
            guard let value = try? scanner.skipEscape(), let scalar = Unicode.Scalar(value),
                let units = UTF8.encode(scalar)
            else { return nil }
            pending = 0
            pendingCount = 0
            for unit in units {
                pending |= UInt32(unit) << UInt32(8 &* pendingCount)
                pendingCount &+= 1
            }
            return next()
        }
    }
}
