import SQLite
import TestSupport
import Testing

@Suite struct `A span of bytes` {
    @Test func `is compared like an array of its bytes`() {
        var random = SplitMix64(seed: 4)

        for _ in 0..<3_000 {
            let common = Self.bytes(0...20, &random)
            let (one, other) = (
                common + Self.bytes(0...3, &random), common + Self.bytes(0...3, &random)
            )
            let order = one.span.compared(to: other.span)
            #expect((order < 0) == one.lexicographicallyPrecedes(other))
            #expect((order == 0) == (one == other))
            #expect(
                one.span.commonPrefixCount(with: other.span)
                    == zip(one, other).prefix { $0 == $1 }.count)
        }
    }

    private static func bytes(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: count, using: &random)).map { _ in
            UInt8.random(in: 0...3, using: &random)
        }
    }
}
