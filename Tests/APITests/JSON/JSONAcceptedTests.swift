import Testing

@testable import API

@Suite struct `A JSON text` {
    @Test(arguments: Accepted.rows)
    func `that follows RFC 8259 is read`(_ row: Accepted) throws {
        let tree = try read(row.text)

        #expect(tree == row.tree, "\(row.reason)")
    }

    @Test func `may begin with a byte order mark`() throws {
        let tree = try read([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))

        #expect(tree == .array([.number(1)]))
    }

    // proves: limits-1
    @Test func `may nest 64 levels deep`() throws {
        let mixed =
            String(repeating: #"[{"a":"#, count: 32) + "1" + String(repeating: "}]", count: 32)

        #expect(
            fault(in: String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
        #expect(fault(in: mixed) == nil)
    }

    @Test func `may have any number of arrays side by side`() throws {
        let text = "[" + String(repeating: "[[[]]],", count: 1000) + "[]]"

        #expect(fault(in: text) == nil)
    }
}

struct Accepted: Sendable, CustomTestStringConvertible {
    var text: String
    var tree: Tree
    var reason: String

    init(_ text: String, _ tree: Tree, _ reason: String) {
        (self.text, self.tree, self.reason) = (text, tree, reason)
    }

    var testDescription: String { reason }

    static var rows: [Accepted] { structures + strings + numbers }

    private static var structures: [Accepted] {
        [
            Accepted("null", .null, "a literal alone is a document"),
            Accepted("true", .bool(true), "true alone"),
            Accepted("false", .bool(false), "false alone"),
            Accepted("0", .number(0), "a number alone, ended by the text's end"),
            Accepted("\"\"", .string(""), "an empty string alone"),
            Accepted("[]", .array([]), "an empty array"),
            Accepted("{}", .object([]), "an empty object"),
            Accepted(" \t\r\n[ \t\r\n] \t\r\n", .array([]), "the four kinds of white space"),
            Accepted("{ \n }", .object([]), "white space in an empty object"),
            Accepted("[1,2,3]", .array([.number(1), .number(2), .number(3)]), "elements in order"),
            Accepted("[ 1 , 2 ]", .array([.number(1), .number(2)]), "white space around elements"),
            Accepted("[null]", .array([.null]), "one element"),
            Accepted("[[],[[]]]", .array([.array([]), .array([.array([])])]), "arrays in arrays"),
            Accepted("[[1],2]", .array([.array([.number(1)]), .number(2)]), "on after an array"),
            Accepted("[{},{}]", .array([.object([]), .object([])]), "objects in an array"),
            Accepted(
                #"{"a":1,"b":2}"#, .object([.init("a", .number(1)), .init("b", .number(2))]),
                "members in order"),
            Accepted(
                #"{"b":{"x":[]},"a":1}"#,
                .object([.init("b", .object([.init("x", .array([]))])), .init("a", .number(1))]),
                "on after a nested object"),
            Accepted(#"{"" : 0}"#, .object([.init("", .number(0))]), "an empty name"),
            Accepted(
                #"{ "a" : 1 , "b" : 2 }"#,
                .object([.init("a", .number(1)), .init("b", .number(2))]),
                "white space around everything in an object"),
            Accepted(
                #"{"a":{"a":{"a":1}}}"#,
                .object([.init("a", .object([.init("a", .object([.init("a", .number(1))]))]))]),
                "the same name on different levels"),
            Accepted(
                #"[{"a":1},{"a":1}]"#,
                .array([.object([.init("a", .number(1))]), .object([.init("a", .number(1))])]),
                "the same name in different objects"),
            Accepted(
                #"{"a":1,"A":2}"#, .object([.init("a", .number(1)), .init("A", .number(2))]),
                "names that differ by case"),
            Accepted(
                "{\"\u{E9}\":1,\"e\u{301}\":2}",
                .object([.init("\u{E9}", .number(1)), .init("e\u{301}", .number(2))]),
                "names that only normalization would make equal"),
            Accepted(
                #"{"\\u0061":1,"a":2}"#,
                .object([.init("\\u0061", .number(1)), .init("a", .number(2))]),
                "an escaped backslash is no escape of what follows it"),
        ]
    }

    private static var strings: [Accepted] {
        [
            Accepted(#""a""#, .string("a"), "a letter"),
            Accepted(#""abcdefgh""#, .string("abcdefgh"), "a word of eight bytes"),
            Accepted(#""abcdefghi""#, .string("abcdefghi"), "a word and a byte"),
            Accepted(#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t"), "short escapes"),
            Accepted(
                #""\u0041\u00e9\u20AC""#, .string("A\u{E9}\u{20AC}"), "escapes of all lengths"),
            Accepted(#""\uaBcD\uAbCd""#, .string("\u{ABCD}\u{ABCD}"), "hexadecimal in both cases"),
            Accepted(#""\u0000""#, .string("\0"), "an escaped NUL"),
            Accepted(#""\u001f\u007F""#, .string("\u{1F}\u{7F}"), "escaped controls"),
            Accepted("\"\u{7F}\"", .string("\u{7F}"), "DEL needs no escape"),
            Accepted(#""\ud83d\ude00""#, .string("\u{1F600}"), "an escaped pair"),
            Accepted(
                #""\uD800\uDC00\uDBFF\uDFFF""#, .string("\u{10000}\u{10FFFF}"), "extreme pairs"),
            Accepted(#""\ud83d\ude00x""#, .string("\u{1F600}x"), "a letter behind a pair"),
            Accepted(#""\ufeff""#, .string("\u{FEFF}"), "an escaped byte order mark"),
            Accepted("\"\u{FEFF}\\n\"", .string("\u{FEFF}\n"), "a byte order mark in a string"),
            Accepted(#""\uFFFF\uFFFE""#, .string("\u{FFFF}\u{FFFE}"), "noncharacters, escaped"),
            Accepted("\"\u{FFFF}\u{10FFFF}\"", .string("\u{FFFF}\u{10FFFF}"), "noncharacters"),
            Accepted("\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}"), "line separators"),
            Accepted("\"\u{80}\u{7FF}\"", .string("\u{80}\u{7FF}"), "two-byte extremes"),
            Accepted("\"\u{800}\u{FFFD}\"", .string("\u{800}\u{FFFD}"), "three-byte extremes"),
            Accepted("\"\u{D7FF}\u{E000}\"", .string("\u{D7FF}\u{E000}"), "around the surrogates"),
            Accepted("\"\u{10000}\u{3FFFF}\"", .string("\u{10000}\u{3FFFF}"), "four bytes"),
            Accepted("\"1234567\u{E9}\"", .string("1234567\u{E9}"), "a character across words"),
            Accepted(#""\\""#, .string("\\"), "a backslash before the closing quote"),
            Accepted(#""\\\"""#, .string("\\\""), "an escaped quote before the closing quote"),
            Accepted(#""/*a*/ //b""#, .string("/*a*/ //b"), "comment signs in a string"),
            Accepted(#""{[,:]}""#, .string("{[,:]}"), "structure signs in a string"),
            Accepted(#""\/\u002f/""#, .string("///"), "a slash in three ways"),
        ]
    }

    private static var numbers: [Accepted] {
        [
            Accepted("-0", .number(-0.0), "zero keeps its sign"),
            Accepted("-1", .number(-1), "a negative integer"),
            Accepted("10", .number(10), "a zero behind another digit"),
            Accepted("0.5", .number(0.5), "zero before the point"),
            Accepted("-0.0", .number(-0.0), "minus zero with a fraction"),
            Accepted("1.0", .number(1), "an integer with a fraction"),
            Accepted("0.00", .number(0), "zeros only"),
            Accepted("1e2", .number(100), "an exponent"),
            Accepted("1E2", .number(100), "a capital E"),
            Accepted("1e+2", .number(100), "a positive exponent"),
            Accepted("1e-2", .number(0.01), "a negative exponent"),
            Accepted("1e00002", .number(100), "zeros before an exponent"),
            Accepted("0e999999", .number(0), "zero times anything"),
            Accepted("1.5e3", .number(1500), "a fraction and an exponent"),
            Accepted("0.1", .number(0.1), "a decimal that no Double is"),
            Accepted("9007199254740993", .number(9_007_199_254_740_992), "a tie goes to even"),
            Accepted("123456789012345678901234567890", .number(1.2345678901234568e29), "30 digits"),
            Accepted("1.7976931348623157e308", .number(.greatestFiniteMagnitude), "the largest"),
            Accepted("1.7976931348623158e308", .number(.greatestFiniteMagnitude), "rounds down"),
            Accepted("2.2250738585072014e-308", .number(.leastNormalMagnitude), "least normal"),
            Accepted("4.9e-324", .number(.leastNonzeroMagnitude), "the least subnormal"),
            Accepted("1e-400", .number(0), "what is too small is zero"),
            Accepted("-1e-400", .number(-0.0), "with its sign"),
            Accepted("1e-99999999999999999999999", .number(0), "a huge negative exponent"),
            Accepted(
                "0." + String(repeating: "0", count: 500) + "1e501", .number(1), "they cancel"),
            Accepted("1" + String(repeating: "0", count: 308), .number(1e308), "309 digits"),
            Accepted("1" + String(repeating: "0", count: 500) + "e-500", .number(1), "and cancel"),
            Accepted("[-1]", .array([.number(-1)]), "a number ended by a bracket"),
            Accepted("1 ", .number(1), "a number ended by white space"),
        ]
    }
}

extension Tree.Member {
    init(_ name: String, _ value: Tree) {
        self.init(name: name, value: value)
    }
}
