import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A list of runs` {
    @Test func `is read as it was written`() {
        var list = RunList()
        list.runs = [
            RunList.Run(number: 7, count: 1 << 40),
            RunList.Run(number: 3, count: 0, isLeaving: true),
            RunList.Run(number: 1 << 50, count: 64),
        ]

        let read = RunList.read(list.bytes)

        #expect(read == list)
        #expect(RunList.read([]) == RunList())
        #expect(list.nextNumber == 1 << 50 + 1)
    }

    @Test(arguments: [
        [UInt8](repeating: 1, count: 15), [UInt8](repeating: 0, count: 16),
        [UInt8](repeating: 0xFF, count: 16),
        // More than can be counted on from.
        [0x7F] + [UInt8](repeating: 0xFF, count: 7) + [UInt8](repeating: 0, count: 8),
        // One number twice.
        [
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
            0, 0, 2,
        ],
        // The last run cannot be leaving: nothing stands behind it.
        [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3],
    ])
    func `that is damaged is none`(bytes: [UInt8]) {
        #expect(RunList.read(bytes) == nil)
    }

    @Test(
        arguments: [
            ([], nil), ([Int](repeating: 10, count: 7), nil),
            ([Int](repeating: 10, count: 8), 0..<8), ([300] + [Int](repeating: 70, count: 7), nil),
            ([300] + [Int](repeating: 70, count: 8), 1..<9), ([5_000, 300, 300, 300, 300], 1..<5),
            ([70, 70, 70, 10, 10, 10], nil), ([Int](repeating: 70, count: 100), 84..<100),
            // A larger one behind smaller ones.
            ([300, 10, 20, 100], 1..<4), ([10, 5_000], 0..<2), ([5_000, 300, 70, 10, 80], 3..<5),
        ] as [([Int], Range<Int>?)])
    func `says which are to be one`(counts: [Int], sources: Range<Int>?) {
        var list = RunList()
        list.runs = counts.enumerated().map { RunList.Run(number: $0 + 1, count: $1) }

        #expect(list.nextMerge == sources.map { RunList.Merge(sources: $0, isBegun: false) })
    }

    @Test func `goes on with a merge when there is none among newer runs`() {
        var list = RunList()
        list.runs = ([400, 300, 100] + [Int](repeating: 70, count: 7)).enumerated().map {
            RunList.Run(number: $0 + 1, count: $1, isLeaving: $0 < 2)
        }
        #expect(list.nextMerge == RunList.Merge(sources: 0..<2, isBegun: true))

        list.runs.append(RunList.Run(number: 11, count: 70))

        #expect(list.nextMerge == RunList.Merge(sources: 3..<11, isBegun: false))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `stays short, whatever comes`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var list = RunList()
        var moved = 0
        var all = 0

        for _ in 0..<3_000 {
            let count = 1 << Int.random(in: 0...14, using: &dice)
            all += count
            list.runs.append(RunList.Run(number: list.nextNumber, count: count))
            while let merge = list.nextMerge {
                let sum = list.runs[merge.sources].reduce(0) { $0 + $1.count }
                moved += sum
                let run = RunList.Run(number: list.nextNumber, count: sum)
                list.runs.replaceSubrange(merge.sources, with: [run])
            }
            #expect(list.runs.count < 36)
        }

        // Each term was written again less than ten times.
        #expect(moved < 10 * all)
    }
}

extension RunList {
    fileprivate static func read(_ bytes: [UInt8]) -> RunList? {
        let span = bytes.span
        return RunList(span)
    }
}
