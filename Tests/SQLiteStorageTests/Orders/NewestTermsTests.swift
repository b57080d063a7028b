import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The newest terms` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `are read in their order, and what came last of each holds`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        var newest = NewestTerms()
        var expected: [Term: Bool] = [:]
        for _ in 0..<200 {
            let length = [1, 7, 8, 30, 2_010].randomElement(using: &dice) ?? 1
            let term = Term(bytes: (0..<length).map { _ in UInt8.random(in: 0...1, using: &dice) })
            let isRemoved = Bool.random(using: &dice)
            newest.append(term.bytes.span, isRemoved: isRemoved)
            expected[term] = isRemoved
        }

        let block = try #require(RunBlock.read(newest.bytes))

        let terms = expected.keys.sorted()
        #expect((0..<block.count).map { Term(bytes: block.bytes(of: $0)) } == terms)
        #expect((0..<block.count).map(block.isRemoved) == terms.map { expected[$0] })
        #expect(block.withoutRemoved.count == expected.values.count { !$0 })
    }

    @Test func `may be none`() throws {
        let block = try #require(RunBlock.read(NewestTerms().bytes))

        #expect(block.count == 0)
    }

    @Test(
        arguments: [
            [0], [0, 2], [0, 0, 7], [0, 1, 7], [0, 4, 7], [0, 2, 7, 0], [0, 2, 7, 0, 3],
            [0xFF, 0xFF, 7, 7],
        ] as [[UInt8]])
    func `that are damaged are none`(bytes: [UInt8]) {
        #expect(RunBlock.read(bytes) == nil)
    }

    @Test func `are too long at a thousand bytes, and short with half of that`() {
        var newest = NewestTerms()
        for _ in 0..<50 { newest.append([1, 2, 3, 4, 5, 6, 7, 8].span, isRemoved: false) }
        #expect(newest.isShort)
        newest.append([1].span, isRemoved: true)
        #expect(!newest.isShort)
        newest.append([UInt8](repeating: 1, count: 495).span, isRemoved: false)
        #expect(!newest.isTooLong)
        newest.append([1].span, isRemoved: false)
        #expect(newest.isTooLong)
    }
}

extension RunBlock {
    fileprivate static func read(_ newest: [UInt8]) -> RunBlock? {
        RunBlock(newest: newest.span)
    }
}
