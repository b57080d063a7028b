extension JSONScanner {
    /// Traits of a string that spare reading it twice.
    struct Traits {
        var hasEscapes = false
        /// Whether it contains U+0000, which must be escaped.
        var hasNUL = false
    }

    /// Skips a string with its quotes; checks RFC 8259 §7 and UTF-8.
    @_lifetime(self: copy self)
    mutating func skipString() throws(JSONFault) -> Traits {
        var traits = Traits()
        try expect(UInt8(ascii: "\""))
        while true {
            skipPlain()
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "\""):
                position &+= 1
                return traits
            case UInt8(ascii: "\\"):
                traits.hasEscapes = true
                if try skipEscape() == 0 { traits.hasNUL = true }
            case 0x80...:
                try skipMultibyte()
            default:
                throw .controlCharacter(offset: position)
            }
        }
    }

    /// Skips unescaped ASCII, eight bytes at a time.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func skipPlain() {
        while let word = bytes.word(at: position) {
            let marks = word.escapeMarks | word & .repeating(0x80)
            if marks != 0 {
                position &+= marks.trailingZeroBitCount / 8
                return
            }
            position &+= 8
        }
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), ..<0x20, 0x80...: return
            default: position &+= 1
            }
        }
    }

    /// Skips characters beyond ASCII by table 3-7 of the Unicode Standard.
    ///
    /// The second byte's range excludes overlong forms (E0, F0), surrogates (ED) and code points
    /// above U+10FFFF (F4).
    @_lifetime(self: copy self)
    private mutating func skipMultibyte() throws(JSONFault) {
        while position < bytes.count, bytes[position] >= 0x80 {
            let length: Int
            let second: ClosedRange<UInt8>
            switch bytes[position] {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: throw .invalidUTF8(offset: position)
            }
            guard bytes.count &- position >= length, second.contains(bytes[position &+ 1]),
                length < 3 || bytes[position &+ 2] & 0xC0 == 0x80,
                length < 4 || bytes[position &+ 3] & 0xC0 == 0x80
            else { throw .invalidUTF8(offset: position) }
            position &+= length
        }
    }

    /// Skips an escape and returns its character.
    @_lifetime(self: copy self)
    mutating func skipEscape() throws(JSONFault) -> UInt32 {
        let start = position
        position &+= 1
        let letter = try peek()
        position &+= 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(letter)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): break
        default: throw .invalidEscape(offset: start)
        }
        let unit = try skipHex(of: start)
        guard unit & 0xF800 == 0xD800 else { return unit }
        // A surrogate pair: D800–DBFF, then DC00–DFFF as the next escape.
        guard unit < 0xDC00, position < bytes.count else { throw .loneSurrogate(offset: start) }
        guard bytes[position] == UInt8(ascii: "\\"), position &+ 1 < bytes.count,
            bytes[position &+ 1] == UInt8(ascii: "u")
        else { throw .loneSurrogate(offset: start) }
        let second = position
        position &+= 2
        let low = try skipHex(of: second)
        guard low & 0xFC00 == 0xDC00 else { throw .loneSurrogate(offset: start) }
        return 0x10000 &+ ((unit & 0x3FF) << 10 | low & 0x3FF)
    }

    /// Skips four hexadecimal digits; a fault is at `escape`, the escape's offset.
    @_lifetime(self: copy self)
    private mutating func skipHex(of escape: Int) throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                unit = unit << 4 | UInt32(byte &- UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                unit = unit << 4 | UInt32((byte | 0x20) &- UInt8(ascii: "a") &+ 10)
            default:
                throw .invalidEscape(offset: escape)
            }
            position &+= 1
        }
        return unit
    }
}
