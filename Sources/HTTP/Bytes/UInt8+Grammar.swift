/// The character classes of HTTP's grammar, on single bytes.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    /// The small letter of a capital ASCII letter, and every other byte as it is.
    var lowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }

    /// `DIGIT`, RFC 5234 appendix B.1.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// `OWS`: the only white space that may surround a value, RFC 9110 §5.6.3.
    var isBlank: Bool { self == .space || self == .tab }

    /// `VCHAR`: printable ASCII without the space, RFC 5234 appendix B.1.
    var isVisible: Bool { self &- 0x21 < 0x5E }

    /// `tchar`: what methods and field names are made of, RFC 9110 §5.6.2.
    ///
    /// One bit for each byte below 128: `!#$%&'*+-.^_`|~`, digits and letters.
    @inline(__always)
    var isTokenCharacter: Bool {
        (Self.tokenCharacters[Int(self >> 6)] >> UInt64(self & 63)) & 1 == 1
    }

    private static let tokenCharacters: InlineArray<4, UInt64> = [
        0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE, 0, 0,
    ]

    /// What a field value may hold, blanks included: RFC 9110 §5.5 with `obs-text`.
    var isFieldValueCharacter: Bool {
        (self >= .space && self != 0x7F) || self == .tab
    }

    /// What a path may hold on the wire: visible ASCII up to the query.
    ///
    /// Wider than RFC 3986 §3.3 (browsers send `|` and `"`), and never a fragment (RFC 9112 §3.2).
    var isPathCharacter: Bool {
        isVisible && self != UInt8(ascii: "?") && self != UInt8(ascii: "#")
    }

    /// What a query may hold on the wire: as a path, and `?` as well (RFC 3986 §3.4).
    var isQueryCharacter: Bool { isVisible && self != UInt8(ascii: "#") }

    /// The value of a hexadecimal digit, nil for every other byte.
    var hexDigitValue: UInt8? {
        if isDigit { return self &- UInt8(ascii: "0") }
        let letter = lowercased &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }
}

extension Span where Element == UInt8 {
    /// `token`, RFC 9110 §5.6.2: one or more of its characters and nothing else.
    var isToken: Bool {
        for index in indices where !self[index].isTokenCharacter { return false }
        return !isEmpty
    }
}
