import SQLite
import TestSupport
import Testing

@Suite struct `A buffer of bytes` {
    @Test func `has what an array would have`() {
        var dice = SplitMix64(seed: 3)
        var buffer = ByteBuffer()
        var model: [UInt8] = []

        for _ in 0..<3_000 {
            let others = Self.bytes(0...40, &dice)
            switch Int.random(in: 0..<60, using: &dice) {
            case 0:
                buffer.removeAll()
                model = []
            case 1:
                buffer.replace(with: others.span)
                model = others
            case 2..<20:
                buffer.append(7)
                model.append(7)
            case 20..<40:
                buffer.append(others.span)
                model += others
            default:
                let start = Int.random(in: 0...model.count, using: &dice)
                let end = Int.random(in: start...min(start + 50, model.count), using: &dice)
                buffer.append(own: start..<end)
                buffer.append(others.span)
                model += model[start..<end] + others
            }
            #expect((0..<buffer.count).map { buffer.span[$0] } == model)
        }
    }

    @Test func `is a value`() {
        var buffer = ByteBuffer()
        buffer.append([1, 2].span)
        var copy = buffer

        copy.append(3)
        buffer.append(4)

        #expect((0..<3).map { copy.span[$0] } == [1, 2, 3])
        #expect((0..<3).map { buffer.span[$0] } == [1, 2, 4])
    }

    @Test func `is compared as its bytes are, by the beginning and as a whole`() {
        var dice = SplitMix64(seed: 4)

        for _ in 0..<3_000 {
            let common = Self.bytes(0...20, &dice)
            let (one, other) = (
                common + Self.bytes(0...3, &dice), common + Self.bytes(0...3, &dice)
            )
            let order = one.span.compared(to: other.span)
            #expect((order < 0) == one.lexicographicallyPrecedes(other))
            #expect((order == 0) == (one == other))
            #expect(
                one.span.countShared(with: other.span)
                    == zip(one, other).prefix { $0 == $1 }.count)
            let eight = (one + [UInt8](repeating: 0, count: 8)).prefix(8)
            #expect(one.span.beginning == eight.reduce(0) { $0 << 8 | UInt64($1) })
            let sixteen = (one + [UInt8](repeating: 0, count: 16)).prefix(16)
            #expect(one.span.opening == sixteen.reduce(0) { $0 << 8 | UInt128($1) })
        }
    }

    @Test(arguments: 1...8)
    func `takes the lowest bytes of a number`(count: Int) {
        var bytes: [UInt8] = [9]

        bytes.append(lowest: count, of: 0x0102_0304_0506_0708)

        #expect(bytes == [9] + (1...8 as ClosedRange<UInt8>).suffix(count))
    }

    private static func bytes(_ count: ClosedRange<Int>, _ dice: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: count, using: &dice)).map { _ in UInt8.random(in: 0...3, using: &dice) }
    }
}
