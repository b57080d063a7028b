/// A scanner for the tokens of JSON (RFC 8259 §2); it stores none.
///
/// Each function starts at `position` and leaves it after the accepted bytes.
struct JSONScanner: ~Escapable {
    /// The whole text.
    let bytes: Span<UInt8>
    /// The offset of the next byte; `0 <= position <= bytes.count`.
    var position: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        position = 0
    }

    /// Skips a byte order mark, which a parser may ignore (RFC 8259 §8.1).
    @_lifetime(self: copy self)
    mutating func skipByteOrderMark() {
        guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        position = 3
    }

    /// The byte at `position`; throws `unexpectedEnd` at the end.
    @inline(__always)
    func peek() throws(JSONFault) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
        return bytes[position]
    }

    /// Skips JSON white space.
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

    /// Skips `byte`; throws if another byte or the end is there.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard try peek() == byte else { throw .unexpectedByte(offset: position) }
        position &+= 1
    }

    /// Skips white space, then a comma (true) or `end` (false); throws at anything else.
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

    /// Skips `true`, `false` or `null`; throws at the first difference.
    @_lifetime(self: copy self)
    mutating func skipLiteral(_ letters: String) throws(JSONFault) {
        for letter in letters.utf8 { try expect(letter) }
    }

    /// Skips a number (RFC 8259 §6); throws if it is malformed or not a finite Double.
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
        // Without an exponent, 308 integer digits are always below the largest Double.
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

    /// Skips at least one digit.
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
