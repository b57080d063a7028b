/// The words of the JSON grammar (RFC 8259 §2), walked over byte by byte without keeping any.
///
/// Every function begins at `position`, and leaves it behind what it has accepted.
struct JSONScanner: ~Escapable {
    /// The whole text.
    let bytes: Span<UInt8>
    /// The next byte to look at; `0 <= position <= bytes.count`.
    var position: Int

    /// A scanner at the first byte.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        position = 0
    }

    /// Walks over a byte order mark, which a reader may ignore and a writer must not send
    /// (RFC 8259 §8.1).
    @_lifetime(self: copy self)
    mutating func skipByteOrderMark() {
        guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        position = 3
    }

    /// The byte at `position`; throws `unexpectedEnd` where there is none.
    @inline(__always)
    func peek() throws(JSONFault) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
        return bytes[position]
    }

    /// Walks over the four bytes that JSON calls white space.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
            default: return
            }
        }
    }

    /// Walks over `byte`; throws when something else or nothing stands there.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard try peek() == byte else { throw .unexpectedByte(offset: position) }
        position &+= 1
    }

    /// Walks over white space and then a comma (true) or `end` (false); throws at anything else.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func expectComma(or end: UInt8) throws(JSONFault) -> Bool {
        skipWhitespace()
        let byte = try peek()
        guard byte == UInt8(ascii: ",") || byte == end else {
            throw .unexpectedByte(offset: position)
        }
        position &+= 1
        return byte != end
    }

    /// Walks over the letters of `true`, `false` or `null`; throws at the first that differs.
    @_lifetime(self: copy self)
    mutating func skipLiteral(_ letters: String) throws(JSONFault) {
        for letter in letters.utf8 { try expect(letter) }
    }

    /// Walks over a number (RFC 8259 §6); throws when it is malformed or no finite Double.
    @_lifetime(self: copy self)
    mutating func skipNumber() throws(JSONFault) {
        let start = position
        if try peek() == UInt8(ascii: "-") { position &+= 1 }
        let digits = position
        try skipDigits()
        let length = position &- digits
        if length > 1, bytes[digits] == UInt8(ascii: "0") {
            throw .unexpectedByte(offset: digits &+ 1)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position &+= 1
            try skipDigits()
        }
        // Without an exponent, 308 digits before the point are always below the largest Double.
        var mayOverflow = length > 308
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position &+= 1
            let sign = try peek()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position &+= 1 }
            try skipDigits()
            mayOverflow = true
        }
        if mayOverflow, JSONDecimal(bytes.extracting(start..<position)).overflows {
            throw .numberOverflow(offset: start)
        }
    }

    /// Walks over one digit or more.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func skipDigits() throws(JSONFault) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
        guard position == start else { return }
        _ = try peek()
        throw .unexpectedByte(offset: position)
    }
}
