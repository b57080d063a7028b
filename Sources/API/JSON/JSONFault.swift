/// Why a text is refused as JSON, and at which byte.
///
/// The cases carry facts only; `Problem.swift` has the prose.
package enum JSONFault: Error, Equatable, Sendable {
    /// A byte that the grammar of RFC 8259 does not allow there.
    case unexpectedByte(offset: Int)
    /// The text ends before its value does, as an empty text.
    case unexpectedEnd(offset: Int)
    /// Something other than white space follows the one value of the document.
    case trailingBytes(offset: Int)
    /// A string has bytes that are not UTF-8: overlong, a surrogate, out of range or truncated.
    case invalidUTF8(offset: Int)
    /// Half of a UTF-16 surrogate pair, written as an escape.
    case loneSurrogate(offset: Int)
    /// A backslash before a character that RFC 8259 §7 does not list.
    case invalidEscape(offset: Int)
    /// An unescaped byte below 0x20 in a string.
    case controlCharacter(offset: Int)
    /// A member name equal to an earlier one of the same object, compared unescaped.
    case duplicateName(offset: Int)
    /// A number that is too large for a finite Double.
    case numberOverflow(offset: Int)
    /// A nesting beyond `JSONDocument.maximumDepth`.
    case tooDeep(offset: Int)
    /// A value beyond `JSONDocument.maximumEntries`.
    case tooManyValues(offset: Int)
    /// The text is longer than `JSONDocument.maximumBytes`, where the offset points.
    case tooLong(offset: Int)

    /// The offset at which the fault was found, from 0.
    package var offset: Int {
        switch self {
        case .unexpectedByte(let offset), .unexpectedEnd(let offset), .trailingBytes(let offset),
            .invalidUTF8(let offset), .loneSurrogate(let offset), .invalidEscape(let offset),
            .controlCharacter(let offset), .duplicateName(let offset), .numberOverflow(let offset),
            .tooDeep(let offset), .tooManyValues(let offset), .tooLong(let offset):
            offset
        }
    }
}
