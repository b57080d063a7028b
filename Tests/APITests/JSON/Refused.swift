import Testing

@testable import API

/// A text that is not JSON, and its fault.
struct Refused: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var fault: JSONFault
    var reason: String

    init(_ text: String, _ fault: JSONFault, _ reason: String) {
        self.init(Array(text.utf8), fault, reason)
    }

    init(_ bytes: [UInt8], _ fault: JSONFault, _ reason: String) {
        (self.bytes, self.fault, self.reason) = (bytes, fault, reason)
    }

    /// A string with these bytes between its quotes.
    init(string content: [UInt8], _ fault: JSONFault, _ reason: String) {
        self.init([0x22] + content + [0x22], fault, reason)
    }

    var testDescription: String { reason }

    static var rows: [Refused] {
        texts + arrays + objects + literals + numbers + duplicates + escapes + encodings
    }

    static var texts: [Refused] {
        [
            Refused("", .unexpectedEnd(offset: 0), "nothing at all"),
            Refused(" \n", .unexpectedEnd(offset: 2), "white space alone"),
            Refused([0xEF, 0xBB, 0xBF], .unexpectedEnd(offset: 3), "a byte order mark alone"),
            Refused([0xEF, 0xBB], .unexpectedByte(offset: 0), "half a byte order mark"),
            Refused(
                [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31], .unexpectedByte(offset: 3),
                "two byte order marks"),
            Refused("1 2", .trailingBytes(offset: 2), "two values"),
            Refused("{}{}", .trailingBytes(offset: 2), "two objects"),
            Refused("[]]", .trailingBytes(offset: 2), "a bracket too many"),
            Refused("{}}", .trailingBytes(offset: 2), "a brace too many"),
            Refused("null,", .trailingBytes(offset: 4), "a comma behind the value"),
            Refused("1\u{0}", .trailingBytes(offset: 1), "NUL behind the value"),
            Refused("\"a\"b", .trailingBytes(offset: 3), "a letter behind a string"),
            Refused("\u{A0}1", .unexpectedByte(offset: 0), "no-break space is no JSON white space"),
            Refused("\u{B}1", .unexpectedByte(offset: 0), "neither is a vertical tab"),
            Refused("\u{C}1", .unexpectedByte(offset: 0), "nor a form feed"),
            Refused("1\u{2028}", .trailingBytes(offset: 1), "nor a line separator"),
            Refused("/* */1", .unexpectedByte(offset: 0), "a comment before the value"),
            Refused("1 // one", .trailingBytes(offset: 2), "a comment behind the value"),
            Refused("# 1", .unexpectedByte(offset: 0), "a shell comment"),
            Refused(
                [0x5B, 0, 0x5D, 0], .unexpectedByte(offset: 1), "UTF-16, the low byte first"),
            Refused([0, 0x5B, 0, 0x5D], .unexpectedByte(offset: 0), "UTF-16, the high byte first"),
            Refused([0xFF, 0xFE, 0x31, 0], .unexpectedByte(offset: 0), "UTF-16 with its mark"),
            Refused([0xFE, 0xFF, 0, 0x31], .unexpectedByte(offset: 0), "UTF-16 with the other"),
            Refused([0, 0, 0, 0x31], .unexpectedByte(offset: 0), "UTF-32"),
            Refused([0x31, 0, 0, 0], .trailingBytes(offset: 1), "UTF-32, the low byte first"),
        ]
    }

    static var arrays: [Refused] {
        [
            Refused("[", .unexpectedEnd(offset: 1), "an array that never ends"),
            Refused("]", .unexpectedByte(offset: 0), "an array that never began"),
            Refused("[1", .unexpectedEnd(offset: 2), "no bracket behind an element"),
            Refused("[1,", .unexpectedEnd(offset: 3), "no element behind a comma"),
            Refused("[1,]", .unexpectedByte(offset: 3), "a trailing comma"),
            Refused("[,]", .unexpectedByte(offset: 1), "a comma alone"),
            Refused("[,1]", .unexpectedByte(offset: 1), "a leading comma"),
            Refused("[1,,2]", .unexpectedByte(offset: 3), "two commas"),
            Refused("[1 2]", .unexpectedByte(offset: 3), "no comma"),
            Refused("[1}", .unexpectedByte(offset: 2), "a brace that closes an array"),
            Refused("[1:2]", .unexpectedByte(offset: 2), "a colon in an array"),
            Refused("[\"a\":1]", .unexpectedByte(offset: 4), "a member in an array"),
            Refused("[1;2]", .unexpectedByte(offset: 2), "a semicolon"),
            Refused("[1/*x*/]", .unexpectedByte(offset: 2), "a comment in an array"),
            Refused("[[]", .unexpectedEnd(offset: 3), "the outer bracket is missing"),
            Refused("[()]", .unexpectedByte(offset: 1), "parentheses"),
        ]
    }

    static var objects: [Refused] {
        [
            Refused("{", .unexpectedEnd(offset: 1), "an object that never ends"),
            Refused("}", .unexpectedByte(offset: 0), "an object that never began"),
            Refused("{]", .unexpectedByte(offset: 1), "a bracket that closes an object"),
            Refused("{\"a\"", .unexpectedEnd(offset: 4), "no colon"),
            Refused("{\"a\":", .unexpectedEnd(offset: 5), "no value"),
            Refused("{\"a\":1", .unexpectedEnd(offset: 6), "no brace"),
            Refused("{\"a\":1,", .unexpectedEnd(offset: 7), "no member behind a comma"),
            Refused("{\"a\":1,}", .unexpectedByte(offset: 7), "a trailing comma"),
            Refused("{,}", .unexpectedByte(offset: 1), "a comma alone"),
            Refused("{\"a\":1,,\"b\":2}", .unexpectedByte(offset: 7), "two commas"),
            Refused("{\"a\" 1}", .unexpectedByte(offset: 5), "a space for a colon"),
            Refused("{\"a\",1}", .unexpectedByte(offset: 4), "a comma for a colon"),
            Refused("{\"a\"::1}", .unexpectedByte(offset: 5), "two colons"),
            Refused("{\"a\":}", .unexpectedByte(offset: 5), "a brace for a value"),
            Refused("{\"a\":1 \"b\":2}", .unexpectedByte(offset: 7), "no comma"),
            Refused("{\"a\":1]", .unexpectedByte(offset: 6), "a bracket for a brace"),
            Refused("{\"a\"}", .unexpectedByte(offset: 4), "a name alone"),
            Refused("{a:1}", .unexpectedByte(offset: 1), "a name without quotes"),
            Refused("{'a':1}", .unexpectedByte(offset: 1), "a name in single quotes"),
            Refused("{1:1}", .unexpectedByte(offset: 1), "a number for a name"),
            Refused("{null:1}", .unexpectedByte(offset: 1), "null for a name"),
            Refused("{[]:1}", .unexpectedByte(offset: 1), "an array for a name"),
            Refused("{\"a\"=1}", .unexpectedByte(offset: 4), "an equals sign"),
            Refused("{/*x*/}", .unexpectedByte(offset: 1), "a comment in an object"),
        ]
    }

    static var literals: [Refused] {
        [
            Refused("nul", .unexpectedEnd(offset: 3), "null cut off"),
            Refused("nulL", .unexpectedByte(offset: 3), "a capital in null"),
            Refused("Null", .unexpectedByte(offset: 0), "a capital before null"),
            Refused("nullx", .trailingBytes(offset: 4), "a letter behind null"),
            Refused("tru", .unexpectedEnd(offset: 3), "true cut off"),
            Refused("TRUE", .unexpectedByte(offset: 0), "true in capitals"),
            Refused("truth", .unexpectedByte(offset: 3), "another word with tr"),
            Refused("[truefalse]", .unexpectedByte(offset: 5), "two words in one"),
            Refused("f", .unexpectedEnd(offset: 1), "a letter of false"),
            Refused("fals]", .unexpectedByte(offset: 4), "false without its end"),
            Refused("undefined", .unexpectedByte(offset: 0), "undefined"),
            Refused("NaN", .unexpectedByte(offset: 0), "not a number"),
            Refused("nan", .unexpectedByte(offset: 1), "not a number in small letters"),
            Refused("Infinity", .unexpectedByte(offset: 0), "infinity"),
            Refused("-Infinity", .unexpectedByte(offset: 1), "negative infinity"),
            Refused("inf", .unexpectedByte(offset: 0), "what C prints for infinity"),
        ]
    }

    static var numbers: [Refused] {
        [
            Refused("+1", .unexpectedByte(offset: 0), "a plus sign"),
            Refused("-", .unexpectedEnd(offset: 1), "a sign alone"),
            Refused("--1", .unexpectedByte(offset: 1), "two signs"),
            Refused("- 1", .unexpectedByte(offset: 1), "a space behind the sign"),
            Refused("-a", .unexpectedByte(offset: 1), "a letter behind the sign"),
            Refused("01", .unexpectedByte(offset: 1), "a leading zero"),
            Refused("00", .unexpectedByte(offset: 1), "two zeros"),
            Refused("-01", .unexpectedByte(offset: 2), "a leading zero behind the sign"),
            Refused("0123.5", .unexpectedByte(offset: 1), "a leading zero before a fraction"),
            Refused(".5", .unexpectedByte(offset: 0), "nothing before the point"),
            Refused("-.5", .unexpectedByte(offset: 1), "only a sign before the point"),
            Refused("1.", .unexpectedEnd(offset: 2), "nothing behind the point"),
            Refused("[1.]", .unexpectedByte(offset: 3), "a bracket behind the point"),
            Refused("1.e2", .unexpectedByte(offset: 2), "an exponent behind the point"),
            Refused("1..2", .unexpectedByte(offset: 2), "two points"),
            Refused("1.2.3", .trailingBytes(offset: 3), "two fractions"),
            Refused("1e", .unexpectedEnd(offset: 2), "no exponent"),
            Refused("1e+", .unexpectedEnd(offset: 3), "a sign for an exponent"),
            Refused("1e+-2", .unexpectedByte(offset: 3), "two signs in an exponent"),
            Refused("1ee2", .unexpectedByte(offset: 2), "two letters e"),
            Refused("1e2.5", .trailingBytes(offset: 3), "a fraction in an exponent"),
            Refused("[1ea]", .unexpectedByte(offset: 3), "a letter for an exponent"),
            Refused("1e2e3", .trailingBytes(offset: 3), "two exponents"),
            Refused("0x1F", .trailingBytes(offset: 1), "hexadecimal"),
            Refused("1_000", .trailingBytes(offset: 1), "an underscore"),
            Refused("[1,000,]", .unexpectedByte(offset: 4), "thousands with commas"),
            Refused("1f", .trailingBytes(offset: 1), "a suffix"),
            Refused("\u{FF11}", .unexpectedByte(offset: 0), "a full-width digit"),
            Refused("1e400", .numberOverflow(offset: 0), "beyond the largest Double"),
            Refused("[-1e400]", .numberOverflow(offset: 1), "below the least Double"),
            Refused("1e309", .numberOverflow(offset: 0), "just beyond"),
            Refused("1.7976931348623159e308", .numberOverflow(offset: 0), "rounds to infinity"),
            Refused("1e99999999999999999999999", .numberOverflow(offset: 0), "a huge exponent"),
            Refused("0.1e310", .numberOverflow(offset: 0), "too large in spite of its fraction"),
            Refused(
                "1" + String(repeating: "0", count: 309), .numberOverflow(offset: 0), "310 digits"),
            Refused(
                String(repeating: "9", count: 309), .numberOverflow(offset: 0), "309 nines"),
        ]
    }
}
