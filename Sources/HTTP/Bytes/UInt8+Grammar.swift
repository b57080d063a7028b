/// The character classes of HTTP's grammar, on single bytes.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    /// The lower case of an ASCII letter; any other byte unchanged.
    var lowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }

    /// `DIGIT`, RFC 5234 appendix B.1.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// `OWS`: the only white space allowed around a value, RFC 9110 §5.6.3.
    var isBlank: Bool { self == .space || self == .tab }

    /// `VCHAR`: printable ASCII without the space, RFC 5234 appendix B.1.
    var isVisible: Bool { self &- 0x21 < 0x5E }

    /// `tchar`: the characters of methods and field names, RFC 9110 §5.6.2.
    ///
    /// One bit for each byte below 128: `!#$%&'*+-.^_`|~`, digits and letters.
    @inline(__always)
    var isTokenCharacter: Bool {
        (Self.tokenCharacters[Int(self >> 6)] >> UInt64(self & 63)) & 1 == 1
    }

    private static let tokenCharacters: InlineArray<4, UInt64> = [
        0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE, 0, 0,
    ]

    /// A byte of a field value, white space and `obs-text` included: RFC 9110 §5.5.
    var isFieldValueCharacter: Bool {
        (self >= .space && self != 0x7F) || self == .tab
    }

    /// A byte of a path on the wire: visible ASCII without `?` and `#`.
    ///
    /// Wider than RFC 3986 §3.3, because browsers send `|` and `"`; a fragment is never sent (RFC
    /// 9112 §3.2).
    var isPathCharacter: Bool {
        isVisible && self != UInt8(ascii: "?") && self != UInt8(ascii: "#")
    }

    /// A byte of a query on the wire: as in a path, and `?` (RFC 3986 §3.4).
    var isQueryCharacter: Bool { isVisible && self != UInt8(ascii: "#") }

    /// The value of a hexadecimal digit; nil for any other byte.
    var hexDigitValue: UInt8? {
        if isDigit { return self &- UInt8(ascii: "0") }
        let letter = lowercased &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes are a `token`: one or more `tchar`, RFC 9110 §5.6.2.
    package var isToken: Bool {
        for index in indices where !self[index].isTokenCharacter { return false }
        return !isEmpty
    }
}
