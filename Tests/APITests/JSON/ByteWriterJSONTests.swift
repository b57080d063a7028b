import APITestSupport
import HTTP
import Testing

@testable import API

@Suite struct `A byte writer` {
    @Test(arguments: [
        ("", #""""#),
        ("a", #""a""#),
        ("\"", #""\"""#),
        ("\\", #""\\""#),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
        ("\0\u{1}\u{B}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000b\u000f\u0010\u001f""#),
        ("/\u{7F}", "\"/\u{7F}\""),
        ("\u{E9}\u{20AC}\u{1F600}\u{2028}\u{FFFF}", "\"\u{E9}\u{20AC}\u{1F600}\u{2028}\u{FFFF}\""),
        ("abcdefgh\nabcdefgh", #""abcdefgh\nabcdefgh""#),
        ("\n\n\n\n\n\n\n\n\n", #""\n\n\n\n\n\n\n\n\n""#),
    ])
    func `escapes characters that a JSON string must not contain`(_ text: String, _ json: String) {
        let bytes = Array(text.utf8)

        #expect(written { $0.appendJSON(text) } == json)
        #expect(written { $0.appendJSON(string: bytes.span) } == json)
    }

    @Test func `escapes a character at any position of a string of any length`() throws {
        for length in 1...40 {
            for index in 0..<length {
                for special in ["\"", "\\", "\n", "\u{1F}"] {
                    let text =
                        String(repeating: "x", count: index) + special
                        + String(repeating: "\u{E9}", count: length - index - 1)
                    #expect(try read(written { $0.appendJSON(text) }) == .string(text))
                }
            }
        }
    }

    @Test func `writes every scalar so that it reads back`() throws {
        var text = ""
        for value in 0...UInt32(0x10FFFF) where value < 0x3000 || value % 251 == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            text.unicodeScalars.append(scalar)
        }

        #expect(try read(written { $0.appendJSON(text) }) == .string(text))
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.25, "-0.25"),
            (0.1, "0.1"), (100, "100"), (48.137154, "48.137154"), (-122.0321, "-122.0321"),
            (1_765_432_100, "1765432100"), (1_765_432_100.25, "1765432100.25"),
            (1_765_432_100.123456, "1765432100.123456"),
            (1_765_432_100.1234567, "1765432100.1234567"),
            (0.001, "0.001"), (0.0001, "0.0001"), (0.00001, "1e-05"), (10.01, "10.01"),
            (1000.0001, "1000.0001"), (100.5, "100.5"),
            (9_007_199_254_740_991, "9007199254740991"), (0x1p53, "9007199254740992.0"),
            (1e23, "1e+23"), (5e-300, "5e-300"), (1.0 / 3, "0.3333333333333333"),
            (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (-2.2250738585072014e-308, "-2.2250738585072014e-308"),
            (Double.nan, "null"), (Double.infinity, "null"), (-Double.infinity, "null"),
        ] as [(Double, String)])
    func `writes the shortest decimal of a number`(_ number: Double, _ text: String) {
        #expect(written { $0.appendJSON(number) } == text)
    }

    @Test func `writes Booleans and UUIDs`() {
        let high: UInt64 = 0xF81D_4FAE_7DEC_11D0
        let low: UInt64 = 0xA765_00A0_C91E_6BF6

        #expect(written { $0.appendJSON(true) } == "true")
        #expect(written { $0.appendJSON(false) } == "false")
        #expect(written { $0.append(uuid: high, low: low) } == UUIDTextSample.text)
        #expect(written { $0.appendJSON(uuid: high, low: low) } == "\"\(UUIDTextSample.text)\"")
    }
}

private enum UUIDTextSample {
    static let text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
}
