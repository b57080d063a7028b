import Dispatch
import Items
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct `The writer` {
    @Test func `starts at once when it is idle`() {
        let world = WriterWorld()

        world.put(1)
        world.gate.waitForCommit()
        world.gate.letGo()
        world.stop()

        #expect(world.events == ["1 stored as 1 in commit 1", "stopped"])
    }

    @Test func `collects the next batch while one commits`() {
        let world = WriterWorld()
        world.put(1)
        world.gate.waitForCommit()

        for number in 2...4 as ClosedRange<UInt64> { world.put(number) }
        world.gate.letGo(2)
        world.stop()

        #expect(
            world.events == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "3 stored as 3 in commit 2", "4 stored as 4 in commit 2", "stopped",
            ])
    }

    @Test func `notifies its observer before and after the replies of a batch`() {
        let world = WriterWorld()
        world.noteAnswering()
        world.put(1)
        world.gate.waitForCommit()

        for number in 2...3 as ClosedRange<UInt64> { world.put(number) }
        world.gate.letGo(2)
        world.stop()

        #expect(
            world.events == [
                "answers begin", "1 stored as 1 in commit 1", "answers end", "answers begin",
                "2 stored as 2 in commit 2", "3 stored as 3 in commit 2", "answers end", "stopped",
            ])
    }

    @Test func `executes a bulk write in its own batch`() {
        let world = WriterWorld()
        world.put(1)
        world.gate.waitForCommit()

        world.deleteDone("a")
        world.gate.letGo()
        world.gate.waitForCommit()
        world.gate.letGo()
        world.stop()

        #expect(
            world.events == ["1 stored as 1 in commit 1", "a deleted in commit 2", "stopped"])
    }

    // proves: operation-4
    @Test func `answers a liveness probe, but not during a commit`() {
        let world = WriterWorld()
        world.ask()
        world.waitForAnswer()
        world.put(1)
        world.gate.waitForCommit()

        world.ask()
        let hanging = world.events
        world.gate.letGo()
        world.stop()

        #expect(hanging == ["asked"])
        #expect(world.events == ["asked", "1 stored as 1 in commit 1", "asked", "stopped"])
    }

    @Test func `is idle after a batch, and starts again`() {
        let world = WriterWorld()
        world.gate.letGo(2)

        world.put(1)
        world.waitForAnswer()
        world.put(2)
        world.waitForAnswer()
        world.stop()

        #expect(
            world.events == ["1 stored as 1 in commit 1", "2 stored as 2 in commit 2", "stopped"])
    }

    @Test func `that is stopping refuses new writes and executes accepted ones`() {
        let world = WriterWorld()
        world.put(1)
        world.gate.waitForCommit()
        world.put(2)
        world.beginToStop()

        world.put(3)

        #expect(world.events == ["3 failed: storage(Items.StorageFailure.stopped)"])
        world.gate.letGo(2)
        world.waitUntilStopped()
        #expect(
            world.events.dropFirst() == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2", "stopped",
            ])
    }

    @Test func `that has stopped refuses writes`() {
        let world = WriterWorld()
        world.stop()

        world.put(1)

        #expect(
            world.events == ["stopped", "1 failed: storage(Items.StorageFailure.stopped)"])
    }

    @Test func `replies to every accepted write before it stops, whatever arrives meanwhile`() {
        // Either may win. The moment in between is a few instructions long, so only some runs would
        // find an error. Each writer has its own database, because one that has stopped may still
        // be releasing its statements.
        for number in 0..<300 as Range<UInt64> {
            let world = WriterWorld()
            world.gate.letGo()

            let ready = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                ready.add(1, ordering: .relaxed)
                for _ in 0..<2_000 where ready.load(ordering: .relaxed) < 2 {}
                if turn == 0 { world.put(number) } else { world.beginToStop() }
            }
            world.waitUntilStopped()
            world.waitForAnswer()

            let late = world.events.drop { $0 != "stopped" }.filter { $0.contains("stored") }
            #expect(late == [])
        }
    }

    @Test func `refuses a request whose key is in use at once, and replays it afterwards`() {
        let world = WriterWorld()
        world.put(1, once: "a")
        world.gate.waitForCommit()
        world.put(2, once: "b")

        world.put(3, once: "a")
        world.put(4, once: "b")
        let refused = world.events
        world.gate.letGo(3)
        for _ in 0..<4 { world.waitForAnswer() }
        world.put(5, once: "a")
        world.stop()

        #expect(refused == ["3 failed: keyInUse", "4 failed: keyInUse"])
        #expect(
            world.events.dropFirst(2) == [
                "1 stored as 1 in commit 1", "2 stored as 2 in commit 2",
                "5 stored as 2 in commit 3", "stopped",
            ])
    }
}
