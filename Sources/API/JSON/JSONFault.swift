/// Why a text is not a JSON document that this reader accepts, and at which byte it went wrong.
///
/// The cases carry facts only; the prose for the client is written where problems are.
package enum JSONFault: Error, Equatable, Sendable {
    /// A byte that the grammar of RFC 8259 does not allow in its place.
    case unexpectedByte(offset: Int)
    /// The text ends before its value does; an empty text is the shortest example.
    case unexpectedEnd(offset: Int)
    /// Something other than white space follows the one value of the document.
    case trailingBytes(offset: Int)
    /// A string holds bytes that are not UTF-8: overlong, a surrogate, out of range or cut off.
    case invalidUTF8(offset: Int)
    /// Half of a UTF-16 surrogate pair, written as an escape.
    case loneSurrogate(offset: Int)
    /// A backslash with something behind it that RFC 8259 §7 does not list.
    case invalidEscape(offset: Int)
    /// A byte below 0x20 that stands in a string without being escaped.
    case controlCharacter(offset: Int)
    /// A member name that an earlier member of the same object has too, once both are unescaped.
    case duplicateName(offset: Int)
    /// A number that is too large for a finite Double.
    case numberOverflow(offset: Int)
    /// An object or array that would open a level beyond `JSONDocument.maximumDepth`.
    case tooDeep(offset: Int)
    /// A value beyond `JSONDocument.maximumEntries`.
    case tooManyValues(offset: Int)
    /// The text is longer than `JSONDocument.maximumBytes`, where the offset points.
    case tooLong(offset: Int)

    /// The byte of the text at which the fault was noticed, counted from 0.
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
