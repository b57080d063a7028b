import Items
import TestSupport
import Testing

@testable import Storage

@Suite struct `The write queue` {
    // proves: limits-5
    @Test func `takes the first write of each owner before any owner's second, where not all fit`()
    {
        var limits = WriteLimits()
        limits.batchWrites = 3
        var queue = WriteQueue(limits)
        for number in 1...5 as ClosedRange<UInt64> {
            add(.put(id(number), content("x")), of: 1, to: &queue)
        }
        add(.put(id(6), content("x")), of: 2, to: &queue)
        add(.put(id(7), content("x")), of: 3, to: &queue)
        add(.put(id(8), content("x")), of: 2, to: &queue)

        let batches = (0..<3).map { _ in names(queue.next(at: 0)) }

        #expect(batches == [["1:1", "2:6", "3:7"], ["1:2", "2:8", "1:3"], ["1:4", "1:5"]])
        #expect(queue.length.writes == 0)
        #expect(queue.length.bytes == 0)
    }

    // proves: limits-5
    @Test func `gives each owner a turn for writes to any number of items`() {
        var queue = WriteQueue(WriteLimits())
        for _ in 0..<4 { add(.deleteAll, of: 1, to: &queue) }
        add(.deleteAll, of: 2, to: &queue)
        add(.deleteAll, of: 3, to: &queue)

        var owners: [String] = []
        for turn in 0..<8 {
            owners += names(queue.next(at: 0))
            // An owner's next write comes after the waiting writes of other owners.
            if turn == 1 { add(.deleteAll, of: 2, to: &queue) }
            if turn == 2 { add(.deleteAll, of: 3, to: &queue) }
        }

        #expect(owners == ["1:-", "2:-", "3:-", "1:-", "2:-", "3:-", "1:-", "1:-"])
    }

    @Test func `leaves three quarters of the time to other writes, when there are any`() {
        var queue = WriteQueue(WriteLimits())
        add(.deleteAll, of: 1, to: &queue)
        var batches = [names(queue.next(at: 1_000))]
        queue.finishBulk(of: 1, began: 1_000, ended: 1_100)
        add(.deleteAll, of: 1, to: &queue)
        add(.put(id(1), content("x")), of: 2, to: &queue)

        for now in [1_100, 1_100, 1_399, 1_400] as [UInt64] {
            batches.append(names(queue.next(at: now)))
        }

        #expect(batches == [["1:-"], ["2:1"], [], [], ["1:-"]])
    }

    @Test func `does bulk writes one after the other while nothing else is written`() {
        var queue = WriteQueue(WriteLimits())
        for _ in 0..<3 { add(.deleteAll, of: 1, to: &queue) }

        let batches = (0..<3).map { turn in
            let batch = names(queue.next(at: UInt64(turn) * 100))
            queue.finishBulk(
                of: 1, began: UInt64(turn) * 100, ended: UInt64(turn + 1) * 100)
            return batch
        }

        #expect(batches == [["1:-"], ["1:-"], ["1:-"]])
    }

    @Test
    func `is started once when the pause ends, and gives all at once when it stops`() {
        var queue = WriteQueue(WriteLimits())
        queue.isRunning = true
        add(.deleteAll, of: 1, to: &queue)
        _ = queue.next(at: 0)
        queue.finishBulk(of: 1, began: 0, ended: 100)
        add(.put(id(1), content("x")), of: 2, to: &queue)
        add(.deleteAll, of: 1, to: &queue)
        _ = queue.next(at: 100)

        let paused = names(queue.next(at: 100))
        let plans = [queue.planBulk(), queue.planBulk()]
        queue.startBulk(at: 400)
        let again = queue.planBulk()
        queue.isStopped = true
        let stopped = names(queue.next(at: 100))

        #expect(paused == [])
        #expect(plans == [400, nil])
        #expect(again == 400)
        #expect(stopped == ["1:-"])
    }

    // proves: limits-5
    @Test func `pauses the bulk writes of the owner that caused the pause, and of no other`() {
        var queue = WriteQueue(WriteLimits())
        add(.deleteAll, of: 1, to: &queue)
        var batches = [names(queue.next(at: 1_000))]
        queue.finishBulk(of: 1, began: 1_000, ended: 2_000)
        add(.deleteAll, of: 1, to: &queue)
        add(.deleteAll, of: 2, to: &queue)
        add(.put(id(1), content("x")), of: 3, to: &queue)

        for now in [2_000, 2_000, 2_000, 4_999, 5_000] as [UInt64] {
            batches.append(names(queue.next(at: now)))
        }

        #expect(batches == [["1:-"], ["3:1"], ["2:-"], [], [], ["1:-"]])
    }

    @Test func `is started at the end of the first pause of several`() {
        var queue = WriteQueue(WriteLimits())
        add(.deleteAll, of: 1, to: &queue)
        add(.deleteAll, of: 2, to: &queue)
        for (owner, began) in [(1, 0), (2, 90)] as [(Int, UInt64)] {
            #expect(names(queue.next(at: began)) == ["\(owner):-"])
            queue.finishBulk(of: owner, began: began, ended: 100)
        }
        add(.put(id(1), content("x")), of: 3, to: &queue)
        add(.deleteAll, of: 1, to: &queue)
        #expect(names(queue.next(at: 100)) == ["3:1"])
        #expect(names(queue.next(at: 100)) == [])
        let late = queue.planBulk()

        add(.deleteAll, of: 2, to: &queue)
        queue.isRunning = true
        let paused = names(queue.next(at: 110))
        let early = queue.planBulk()
        queue.startBulk(at: 130)
        queue.isRunning = true
        let started = [names(queue.next(at: 130)), names(queue.next(at: 131))]
        let last = queue.planBulk()

        #expect(late == 400)
        #expect(paused == [])
        #expect(early == 130)
        #expect(started == [["2:-"], []])
        // The start at 400 was forgotten for the earlier one, and is planned again.
        #expect(last == 400)
    }

    @Test func `performs an undo with other writes, and as a bulk write once it is too large`() {
        var queue = WriteQueue(WriteLimits())
        add(.put(id(1), content("x")), of: 1, to: &queue)
        let undo = job(of: 2, .undo(revision: 1))
        #expect(queue.add(undo) == nil)

        let first = queue.next(at: 0)?.jobs ?? []
        queue.addAsBulk(undo)
        add(.put(id(2), content("x")), of: 1, to: &queue)
        let second = queue.next(at: 0)?.jobs ?? []
        let third = queue.next(at: 0)?.jobs ?? []

        #expect(first.map(\.isBulk) == [false, false])
        #expect(second.map(\.isBulk) == [true])
        #expect(second.map(\.write) == [undo.write])
        #expect(third.map(\.isBulk) == [false])
    }

    // proves: limits-5
    @Test func `lets each owner take no more than it leaves to the others, but always one`() {
        var limits = WriteLimits()
        limits.queuedWrites = 8
        var queue = WriteQueue(limits)

        let taken = (1...5).map { fill(&queue, of: $0, with: content("x")) }

        #expect(taken == [4, 2, 1, 1, 0])
        #expect(queue.length.writes == 8)
    }

    // proves: limits-5
    @Test func `lets no owner's large writes take all room for bytes`() {
        let weight = job(of: 1, .put(id(1), content("x"))).weight
        var limits = WriteLimits()
        limits.queuedBytes = 8 * weight
        var queue = WriteQueue(limits)

        let taken = (1...5).map { fill(&queue, of: $0, with: content("x")) }

        #expect(taken == [4, 2, 1, 1, 0])
        #expect(queue.length.bytes == 8 * weight)
    }

    @Test func `has room again for an owner when some of its writes are done`() {
        var limits = WriteLimits()
        limits.queuedWrites = 8
        limits.batchWrites = 3
        var queue = WriteQueue(limits)
        #expect(fill(&queue, of: 1, with: content("x")) == 4)

        let batch = names(queue.next(at: 0))
        let taken = fill(&queue, of: 1, with: content("x"))

        #expect(batch.count == 3)
        #expect(taken == 3)
    }

    private func add(_ action: ItemWrite.Action, of owner: Int, to queue: inout WriteQueue) {
        #expect(queue.add(job(of: owner, action)) == nil)
    }

    /// Adds writes until one is refused. Returns the number of accepted writes.
    private func fill(
        _ queue: inout WriteQueue, of owner: Int, with content: ItemContent
    ) -> Int {
        var taken = 0
        while taken < 100 {
            let refusal = queue.add(job(of: owner, .put(id(UInt64(taken)), content)))
            if let refusal {
                #expect(refusal == .storage(.overloaded))
                break
            }
            taken += 1
        }
        return taken
    }

    private func job(of owner: Int, _ action: ItemWrite.Action) -> WriteJob {
        let write = ItemWrite(owner: Owner(key: owner, epoch: "abcd"), action: action)
        return WriteJob(apart: write) { _ in }
    }

    /// The owners and ids of a batch.
    private func names(_ work: WriteQueue.Work?) -> [String] {
        (work?.jobs ?? []).map { job in
            guard case .put(let id, _) = job.write.action else {
                return "\(job.write.owner.key):-"
            }
            return "\(job.write.owner.key):\(id.low & 0xFF)"
        }
    }
}
