import Synchronization
import Testing

@testable import Telemetry

@Suite struct `A histogram` {
    @Test(arguments: [
        (0, 0), (50, 0), (51, 1), (100, 1), (10_000_000, 16), (10_000_001, 17), (.max, 17),
    ])
    func `puts a value below the bound that it does not exceed`(value: Int, bucket: Int) {
        MetadataWarmup.done
        let histograms = Histograms<40>(.seconds)

        histograms.add(value, at: 1)

        var expected = [Int](repeating: 0, count: 18)
        expected[bucket] = 1
        #expect(histograms.snapshot(at: 1).counts == expected)
        #expect(histograms.snapshot(at: 1).sum == value)
        #expect(histograms.snapshot(at: 0).count == 0)
    }

    @Test func `adds the counts of several threads`() {
        MetadataWarmup.done
        let one = Histograms<1>(.sizes)
        let other = Histograms<1>(.sizes)
        one.add(1, at: 0)
        other.add(3, at: 0)
        other.add(600, at: 0)

        var sum = one.snapshot(at: 0)
        sum.add(other.snapshot(at: 0))

        #expect(sum.counts == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(sum.sum == 604)
        #expect(sum.count == 3)
    }
}

@Suite struct `Counters of threads` {
    @Test func `are counted separately`() {
        MetadataWarmup.done
        let counters = Counters<7>()

        for _ in 0..<5 { counters.add(2, at: 1) }
        counters.add(1, at: 2)

        #expect((0..<3).map { counters[$0] } == [0, 10, 1])
    }

    @Test func `can be set, and read by other threads`() async {
        final class Owner: Sendable { let counter = Counter() }
        let owner = Owner()
        owner.counter.set(7)
        owner.counter.add(-3)

        let seen = await Task.detached { owner.counter.value }.value

        #expect(seen == 4)
    }

    @Test func `of several threads lose nothing`() async {
        final class Owner: Sendable { let counter = AtomicCounter() }
        let owner = Owner()

        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<1_000 { owner.counter.add() } }
            }
        }

        #expect(owner.counter.value == 4_000)
    }
}
