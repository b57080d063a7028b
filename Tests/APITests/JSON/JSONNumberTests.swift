import TestSupport
import Testing

@testable import API

@Suite struct `A JSON number` {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("0.000", 0), ("0e5", 0), ("7", 7), ("-7", -7), ("1.0", 1),
        ("1e2", 100), ("1.5e1", 15), ("100e-2", 1), ("0.001e3", 1), ("120.00e-1", 12),
        ("9007199254740993", 9_007_199_254_740_993), ("-9007199254740993", -9_007_199_254_740_993),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ("9223372036854775807.000", Int.max), ("922337203685477580.7e1", Int.max),
        ("1000000000000000000", 1_000_000_000_000_000_000), ("1e18", 1_000_000_000_000_000_000),
        ("0.0000000000000000000000000000001e31", 1),
        ("10000000000000000000000000000000e-31", 1),
        ("1.00000000000000000000000000000000", 1),
    ])
    func `that is an integer is read exactly`(_ text: String, _ value: Int) throws {
        #expect(try number(text).int == value)
    }

    @Test(arguments: [
        "0.5", "1.5", "1e-1", "15e-1", "9223372036854775808", "-9223372036854775809", "1e19",
        "1e300",
        "9007199254740993.5", "123456789012345678901", "1.00000000000000000000000001",
        "18446744073709551616", "99999999999999999999", "0.1e-400", "1e-400",
    ])
    func `that is no integer, or none that fits, is not rounded to one`(_ text: String) throws {
        #expect(try number(text).int == nil)
    }

    @Test(arguments: [
        "9007199254740993", "9007199254740992.5", "9007199254740993.0000000000000000000001",
        "0.500000000000000166533453693773481063544750213623046875", "1e23", "8.5e22", "1e22",
        "123456789012345678", "1234567890123456789", "12345678901234567890", "0.3", "2.5e-5",
        "1.7976931348623157e308", "2.2250738585072011e-308", "2.2250738585072014e-308",
        "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-323",
        "1e-324", "9214843084008499", "1765432100.1234567", "9223372036854775807",
        "9999999999999999999", "9999999999999999999e19", "9999999999999999999e-19",
        "1e-19", "1e19", "5e-19", "0.0000000000000000001", "0.1000000000000000055511151231257827",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649"
            + "01797758720709633028641669288791094655554785194040263065748867150582068.5e150",
    ])
    func `reads as the standard library reads it`(_ text: String) throws {
        let expected = try #require(Double(text))

        #expect(try number(text).double.bitPattern == expected.bitPattern)
        #expect(try number("-" + text).double.bitPattern == (-expected).bitPattern)
    }

    @Test func `reads like the standard library's, for 20,000 random decimals`() throws {
        var random = SplitMix64(seed: 1)

        for _ in 0..<20_000 {
            let text = Self.decimal(from: &random)
            let expected = try #require(Double(text))
            guard expected.isFinite else {
                #expect(fault(in: text) == .numberOverflow(offset: 0))
                continue
            }

            let value = try number(text).double

            #expect(value.bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test func `reads like the standard library's between two Doubles`() throws {
        var random = SplitMix64(seed: 2)

        for _ in 0..<3000 {
            // 2^53…2^54: the odd integers lie exactly between two Doubles.
            let odd = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
            for text in ["\(odd)", "\(odd).0", "\(odd).001", "\(odd - 1).999", "\(odd)00e-2"] {
                let expected = try #require(Double(text))
                #expect(try number(text).double.bitPattern == expected.bitPattern, "\(text)")
            }
        }
    }

    @Test func `of thousands of digits is rounded by its last one`() throws {
        let zeros = String(repeating: "0", count: 3000)
        let half = "9007199254740993." + zeros

        #expect(try number(half).double == 9_007_199_254_740_992)
        #expect(try number(half + "1").double == 9_007_199_254_740_994)
        #expect(try number("0." + zeros + "9007199254740993e3016").double == 9_007_199_254_740_992)
        #expect(
            try number("0." + zeros + "9007199254740993" + zeros + "1e3016").double
                == 9_007_199_254_740_994)
        #expect(try number("5" + zeros + "e-3000").double == 5)
    }

    /// A decimal of up to 25 digits with a point anywhere and often an exponent.
    private static func decimal(from random: inout SplitMix64) -> String {
        var digits = String(Int.random(in: 1...9, using: &random))
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            digits += String(Int.random(in: 0...9, using: &random))
        }
        let point = Int.random(in: 0...digits.count, using: &random)
        var text = point == 0 ? "0" : String(digits.prefix(point))
        if point < digits.count { text += "." + digits.dropFirst(point) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text += "e\(Int.random(in: -340...330, using: &random))"
        case 1: text += "E+\(Int.random(in: 0...25, using: &random))"
        case 2: text += "e-\(Int.random(in: 0...25, using: &random))"
        default: break
        }
        return text
    }

    private func number(_ text: String) throws -> (int: Int?, double: Double) {
        var document = JSONDocument()
        let bytes = Array(text.utf8)
        let value = try document.parse(bytes.span)
        let double = value.double()
        return (value.int(), try #require(double))
    }
}
