import Items
import Storage
import Testing

@Suite struct `The limits of the writer` {
    @Test func `bound the writes of a batch, in the order of their arrival`() {
        var limits = WriteLimits()
        limits.batchWrites = 2
        let world = WriterWorld(limits)
        world.put(1)
        world.gate.waitForCommit()

        for number in 2...6 as ClosedRange<UInt64> { world.put(number) }
        world.gate.letGo(4)
        world.stop()

        #expect(
            world.events == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "3 stored as 3 in commit 2", "4 stored as 4 in commit 3",
                "5 stored as 5 in commit 3", "6 stored as 6 in commit 4", "stopped",
            ])
    }

    // proves: limits-7
    @Test func `refuse a write when the queue is full`() {
        var limits = WriteLimits()
        limits.queuedWrites = 4
        let world = WriterWorld(limits)
        world.put(1)
        world.gate.waitForCommit()
        world.put(2)
        world.put(3)

        world.put(4)

        #expect(world.events == ["4 failed: storage(Items.StorageFailure.overloaded)"])
        world.gate.letGo(2)
        world.stop()
        #expect(
            world.events.dropFirst() == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "3 stored as 3 in commit 2", "stopped",
            ])
    }

    @Test func `accept a write when the queue has space again`() {
        var limits = WriteLimits()
        limits.queuedWrites = 1
        let world = WriterWorld(limits)
        world.put(1)
        world.gate.waitForCommit()
        world.put(2)
        world.gate.letGo()
        world.gate.waitForCommit()

        world.put(3)

        world.gate.letGo(2)
        world.stop()
        #expect(
            world.events == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "3 stored as 3 in commit 3", "stopped",
            ])
    }

    @Test func `bound the bytes of the queue, but always accept one write`() {
        var limits = WriteLimits()
        limits.queuedBytes = 1_000
        let world = WriterWorld(limits)
        world.put(1, "x")
        world.gate.waitForCommit()

        world.put(2, String(repeating: "x", count: 500))
        world.put(3, String(repeating: "x", count: 500))

        #expect(world.events == ["3 failed: storage(Items.StorageFailure.overloaded)"])
        world.gate.letGo(2)
        world.stop()
        #expect(world.events.last == "stopped")
        #expect(world.events.contains("2 stored as 2 in commit 2"))
    }

    @Test
    func `give a bulk write its own batch, and execute other waiting writes before the next one`() {
        let world = WriterWorld()
        world.put(1)
        world.gate.waitForCommit()
        world.deleteDone("a")
        world.deleteDone("b")
        world.put(2)
        world.deleteDone("c")
        world.put(3)

        world.gate.letGo(5)
        world.stop()

        #expect(
            world.events == [
                "1 stored as 1 in commit 1", "a deleted in commit 2", "2 stored as 2 in commit 3",
                "3 stored as 3 in commit 3", "b deleted in commit 4", "c deleted in commit 5",
                "stopped",
            ])
    }

    @Test func `bound the bytes of a batch`() {
        var limits = WriteLimits()
        limits.batchBytes = 2_000
        let world = WriterWorld(limits)
        world.put(1, "x")
        world.gate.waitForCommit()
        for number in 2...4 as ClosedRange<UInt64> {
            world.put(number, String(repeating: "x", count: 500))
        }

        world.gate.letGo(4)
        world.stop()

        #expect(
            world.events == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "3 stored as 3 in commit 3", "4 stored as 4 in commit 4", "stopped",
            ])
    }
}
