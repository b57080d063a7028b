import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A block of a run` {
    @Test func `is read as it was written`() {
        var dice = SplitMix64(seed: 7)
        let terms = (0..<60).map { _ in
            let length = [7, 8, 30, 300].randomElement(using: &dice) ?? 7
            return (0..<length).map { _ in UInt8.random(in: 0...3, using: &dice) }
        }.sorted { $0.lexicographicallyPrecedes($1) }
        var builder = RunBlockBuilder()
        for (index, term) in terms.enumerated() {
            builder.append(term.span, isRemoved: index % 3 == 0)
        }

        var block = RunBlock()
        let isBlock = block.read(builder.first.span, builder.rest.span)

        #expect(isBlock)
        #expect((0..<block.count).map { index in block.bytes(of: index) } == terms)
        #expect((0..<block.count).map(block.isRemoved) == terms.indices.map { $0 % 3 == 0 })
        #expect(builder.isFull)
    }

    @Test func `knows how many of its terms come before another`() {
        var builder = RunBlockBuilder()
        for letter in [2, 4, 6] as [UInt8] { builder.append([letter].span, isRemoved: false) }
        var block = RunBlock()
        _ = block.read(builder.first.span, builder.rest.span)

        let counts = (1...7 as ClosedRange<UInt8>).map { block.count(below: [$0].span) }

        #expect(counts == [0, 0, 1, 1, 2, 2, 3])
    }

    @Test func `that is damaged is none, or one of other terms`() {
        var dice = SplitMix64(seed: 11)
        var refused = 0

        for _ in 0..<5_000 {
            let first = (0..<Int.random(in: 0...8, using: &dice)).map { _ in
                UInt8.random(in: 0...255, using: &dice)
            }
            let rest = (0..<Int.random(in: 0...30, using: &dice)).map { _ in
                UInt8.random(in: 0...12, using: &dice)
            }
            // That it begins well lets the damage get further.
            let begin = Bool.random(using: &dice) ? [UInt8(first.count), 0] : []
            var block = RunBlock()
            if block.read(first.span, (begin + rest).span) {
                #expect(block.count > 0)
                #expect((0..<block.count).allSatisfy { block.bytes(of: $0).count < 40 })
            } else {
                refused += 1
            }
        }

        #expect((1_000..<5_000).contains(refused))
    }
}

extension RunBlock {
    func bytes(of index: Int) -> [UInt8] {
        let term = term(index)
        return term.indices.map { term[$0] }
    }
}
