import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `JSON that the writer produced` {
    @Test(arguments: 1...200)
    func `is read as the same document`(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let tree = Tree.random(depth: 4, from: &random)
        let compact = writtenBytes { tree.write(to: &$0) }

        let back = try read(compact)

        #expect(back == tree)
    }

    @Test func `is read as the same Double, for 30,000 random bit patterns`() throws {
        var random = SplitMix64(seed: 3)

        for _ in 0..<30_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            try expectRoundTrip(value)
        }
    }

    @Test func `is read as the same Double, for 20,000 random decimals`() throws {
        var random = SplitMix64(seed: 4)

        for _ in 0..<20_000 {
            let digits = Double(Int.random(in: -(1 << 53)...(1 << 53), using: &random))
            let scale = Int.random(in: 0...18, using: &random)
            try expectRoundTrip((0..<scale).reduce(digits) { value, _ in value / 10 })
        }
    }

    @Test func `is read as the same Double at and around every power of two`() throws {
        for exponent in -1074...1023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            try expectRoundTrip(power)
            try expectRoundTrip(power.nextUp)
            if power > .leastNonzeroMagnitude { try expectRoundTrip(-power.nextDown) }
        }
    }

    @Test func `is read as the same Double at the extremes`() throws {
        for value in [
            0, -0.0, Double.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
            .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p53,
            0x1p53 - 1, 0x1p53 + 2, 1e14, 1e14 - 0.015625, 1e-4, (1e-4).nextDown, 1e15, 1e16, 1e22,
            1e23,
        ] {
            try expectRoundTrip(value)
        }
    }

    @Test func `has no more digits than the standard library needs`() {
        var random = SplitMix64(seed: 5)

        for _ in 0..<10_000 {
            let value =
                Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
                / [10, 1000, 1_000_000, 1e7, 1e9][Int.random(in: 0..<5, using: &random)]
            let shortest = value.description
            let text = written { $0.appendJSON(value) }

            #expect(text == (shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest))
        }
    }

    private func expectRoundTrip(_ value: Double) throws {
        let text = writtenBytes { $0.appendJSON(value) }
        guard case .number(let back) = try read(text) else {
            Issue.record("\(value) was not written as a number")
            return
        }
        #expect(back.bitPattern == value.bitPattern, "\(value)")
    }
}

extension Tree {
    /// A document of all kinds of values, with names that often need escapes but never repeat.
    static func random(depth: Int, from random: inout SplitMix64) -> Tree {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .string(text(from: &random))
        case 3:
            let value = Double(bitPattern: random.next())
            return .number(value.isFinite ? value : 0.5)
        case 4, 5:
            return .array(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    Tree.random(depth: depth - 1, from: &random)
                })
        default:
            return .object(
                (0..<Int.random(in: 0...30, using: &random)).map { index in
                    Member(
                        text(from: &random) + "\(index)",
                        Tree.random(depth: depth / 2, from: &random))
                })
        }
    }

    /// A string of scalars of all lengths, among them those that need an escape.
    static func text(from random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let bound: UInt32 = [0x20, 0x80, 0x80, 0x80, 0x800, 0x10000, 0x110000][
                Int.random(in: 0..<7, using: &random)]
            let value = UInt32.random(in: 0..<bound, using: &random)
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "\"")
        }
        return text
    }
}
