@testable import API

extension Refused {
    static var duplicates: [Refused] {
        [
            Refused(#"{"a":1,"a":2}"#, .duplicateName(offset: 8), "a name twice"),
            Refused(#"{"a":1,"a":1}"#, .duplicateName(offset: 8), "even with the same value"),
            Refused(#"{"a":1,"b":2,"a":3}"#, .duplicateName(offset: 14), "with another between"),
            Refused(#"{"":1,"":2}"#, .duplicateName(offset: 7), "empty names"),
            Refused(#"{"a":1,"\u0061":2}"#, .duplicateName(offset: 8), "escaped the second time"),
            Refused(#"{"\u0061":1,"a":2}"#, .duplicateName(offset: 13), "escaped the first time"),
            Refused(#"{"\u0061":1,"\u0061":2}"#, .duplicateName(offset: 13), "escaped both times"),
            Refused(#"{"\/":1,"/":2}"#, .duplicateName(offset: 9), "a short escape"),
            Refused(
                "{\"\\ud83d\\ude00\":1,\"\u{1F600}\":2}", .duplicateName(offset: 19),
                "an escaped pair and the character itself"),
            Refused(#"[{"x":{"a":1,"a":2}}]"#, .duplicateName(offset: 14), "in a nested object"),
            Refused(#"{"a":{"b":1},"a":2}"#, .duplicateName(offset: 14), "around a nested object"),
            Refused(
                #"{"abcdefghi":1,"abcdefghj":1,"abcdefghi":1}"#, .duplicateName(offset: 30),
                "names longer than a word"),
        ]
    }

    static var escapes: [Refused] {
        [
            Refused("\"", .unexpectedEnd(offset: 1), "a quote alone"),
            Refused("\"a", .unexpectedEnd(offset: 2), "a string that never ends"),
            Refused("\"a\\", .unexpectedEnd(offset: 3), "a backslash at the end"),
            Refused("\"a\\\"", .unexpectedEnd(offset: 4), "the closing quote is escaped"),
            Refused("'a'", .unexpectedByte(offset: 0), "single quotes"),
            Refused("\u{201C}a\u{201D}", .unexpectedByte(offset: 0), "typographic quotes"),
            Refused(#""\a""#, .invalidEscape(offset: 1), "an escape that C has"),
            Refused(#""\x41""#, .invalidEscape(offset: 1), "hexadecimal as in C"),
            Refused(#""\'""#, .invalidEscape(offset: 1), "a single quote"),
            Refused(#""\0""#, .invalidEscape(offset: 1), "octal"),
            Refused(#""\U0041""#, .invalidEscape(offset: 1), "a capital U"),
            Refused(#""\N""#, .invalidEscape(offset: 1), "a capital N"),
            Refused(#""ab\ ""#, .invalidEscape(offset: 3), "an escaped space"),
            Refused("\"\\\n\"", .invalidEscape(offset: 1), "a line that goes on"),
            Refused("\"\\\u{E9}\"", .invalidEscape(offset: 1), "an escaped letter beyond ASCII"),
            Refused(#""\u""#, .invalidEscape(offset: 1), "no digits"),
            Refused(#""\u004""#, .invalidEscape(offset: 1), "three digits"),
            Refused(#""\u00G0""#, .invalidEscape(offset: 1), "a letter beyond F"),
            Refused(#""\u+041""#, .invalidEscape(offset: 1), "a sign among the digits"),
            Refused(#""\u{41}""#, .invalidEscape(offset: 1), "braces as in Swift"),
            Refused(#""\u 041""#, .invalidEscape(offset: 1), "a space among the digits"),
            Refused("\"\\u00", .unexpectedEnd(offset: 5), "the text ends among the digits"),
            Refused(#""\ud800""#, .loneSurrogate(offset: 1), "a high surrogate alone"),
            Refused(#""\udc00""#, .loneSurrogate(offset: 1), "a low surrogate alone"),
            Refused(#""\ude00\ud83d""#, .loneSurrogate(offset: 1), "a pair the wrong way round"),
            Refused(#""\ud83dx""#, .loneSurrogate(offset: 1), "a letter behind a high one"),
            Refused(#""\ud83d\n""#, .loneSurrogate(offset: 1), "another escape behind a high one"),
            Refused(#""\ud83d\u0041""#, .loneSurrogate(offset: 1), "a letter, escaped"),
            Refused(#""\ud83d\ud83d\ude00""#, .loneSurrogate(offset: 1), "two high ones"),
            Refused(#""\ud83d\ude00\ude00""#, .loneSurrogate(offset: 13), "one low one too many"),
            Refused(#""\ud83d\udeG0""#, .invalidEscape(offset: 7), "the low one is no number"),
            Refused("\"\\ud83d", .loneSurrogate(offset: 1), "the text ends behind a high one"),
            Refused("\"\\ud83d\\", .loneSurrogate(offset: 1), "and within the next escape"),
            Refused(#"{"\ud800":1}"#, .loneSurrogate(offset: 2), "in a name"),
        ]
    }

    static var encodings: [Refused] {
        [
            Refused(string: [0x0A], .controlCharacter(offset: 1), "a line feed in a string"),
            Refused(string: [0x09], .controlCharacter(offset: 1), "a tab in a string"),
            Refused(string: [0x00], .controlCharacter(offset: 1), "NUL in a string"),
            Refused(string: [0x1F], .controlCharacter(offset: 1), "the last control"),
            Refused(
                string: Array("abcdefgh\u{1}".utf8), .controlCharacter(offset: 9),
                "a control behind a word of eight"),
            Refused(
                string: Array("\u{E9}\u{1}".utf8), .controlCharacter(offset: 3),
                "a control behind another character"),
            Refused(string: [0x80], .invalidUTF8(offset: 1), "a continuation byte alone"),
            Refused(string: [0xBF], .invalidUTF8(offset: 1), "another one"),
            Refused(string: [0xC0, 0x80], .invalidUTF8(offset: 1), "NUL in two bytes"),
            Refused(string: [0xC1, 0xBF], .invalidUTF8(offset: 1), "DEL in two bytes"),
            Refused(string: [0xE0, 0x9F, 0xBF], .invalidUTF8(offset: 1), "overlong in three"),
            Refused(string: [0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8(offset: 1), "overlong in four"),
            Refused(string: [0xED, 0xA0, 0x80], .invalidUTF8(offset: 1), "a high surrogate"),
            Refused(string: [0xED, 0xBF, 0xBF], .invalidUTF8(offset: 1), "a low surrogate"),
            Refused(string: [0xF4, 0x90, 0x80, 0x80], .invalidUTF8(offset: 1), "U+110000"),
            Refused(string: [0xF5, 0x80, 0x80, 0x80], .invalidUTF8(offset: 1), "far beyond"),
            Refused(string: [0xFF], .invalidUTF8(offset: 1), "FF"),
            Refused(string: [0xFE], .invalidUTF8(offset: 1), "FE"),
            Refused(string: [0xC3], .invalidUTF8(offset: 1), "a lead byte before the quote"),
            Refused(string: [0xC3, 0x28], .invalidUTF8(offset: 1), "a bad second byte"),
            Refused(string: [0xE2, 0x82], .invalidUTF8(offset: 1), "two bytes of three"),
            Refused(string: [0xE2, 0x28, 0xA1], .invalidUTF8(offset: 1), "a bad byte of three"),
            Refused(string: [0xE2, 0x82, 0x28], .invalidUTF8(offset: 1), "a bad third byte"),
            Refused(string: [0xF0, 0x9F, 0x98], .invalidUTF8(offset: 1), "three bytes of four"),
            Refused(string: [0xF0, 0x9F, 0x28, 0x80], .invalidUTF8(offset: 1), "a bad third"),
            Refused(string: [0xF0, 0x9F, 0x98, 0x28], .invalidUTF8(offset: 1), "a bad fourth"),
            Refused(
                string: [0xE2, 0x82, 0xC3, 0xA9], .invalidUTF8(offset: 1), "a lead byte third"),
            Refused(
                string: [0xF0, 0x9F, 0x98, 0xC3, 0xA9], .invalidUTF8(offset: 1),
                "a lead byte fourth"),
            Refused(string: [0xF8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8(offset: 1), "five bytes"),
            Refused(string: [0x61, 0xE9], .invalidUTF8(offset: 2), "Latin-1"),
            Refused([0x22, 0xC3], .invalidUTF8(offset: 1), "the text ends in a character"),
            Refused(
                [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], .invalidUTF8(offset: 2), "in a name"),
            Refused([0x5B, 0xC3, 0xA9, 0x5D], .unexpectedByte(offset: 1), "outside of a string"),
        ]
    }
}
