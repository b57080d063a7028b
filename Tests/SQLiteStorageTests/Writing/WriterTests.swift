import SQLiteTestSupport
import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@Suite struct `The writer` {
    @Test func `starts at once when it is idle`() throws {
        let world = try WriterWorld()

        world.put(1)
        world.gate.waitForCommit()
        world.gate.letGo()
        world.stop()

        #expect(world.events == ["1 stored as 1 in commit 1", "stopped"])
    }

    @Test func `collects the next batch while one commits`() throws {
        let world = try WriterWorld()
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

    @Test func `notifies its observer before and after the replies of a batch`() throws {
        let world = try WriterWorld()
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

    @Test func `executes a bulk write in its own batch`() throws {
        let world = try WriterWorld()
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
    @Test func `answers a liveness probe, but not during a commit`() throws {
        let world = try WriterWorld()
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

    @Test func `is idle after a batch, and starts again`() throws {
        let world = try WriterWorld()
        world.gate.letGo(2)

        world.put(1)
        world.waitForAnswer()
        world.put(2)
        world.waitForAnswer()
        world.stop()

        #expect(
            world.events == ["1 stored as 1 in commit 1", "2 stored as 2 in commit 2", "stopped"])
    }

    @Test func `that is stopping refuses new writes and executes accepted ones`() throws {
        let world = try WriterWorld()
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

    @Test func `that has stopped refuses writes`() throws {
        let world = try WriterWorld()
        world.stop()

        world.put(1)

        #expect(
            world.events == ["stopped", "1 failed: storage(Items.StorageFailure.stopped)"])
    }

    @Test func `replies to every accepted write before it stops, whatever arrives meanwhile`()
        throws
    {
        // Either may win. The moment in between is a few instructions long, so only some runs would
        // find an error. Each writer has its own database, because one that has stopped may still
        // be releasing its statements.
        for number in 0..<300 as Range<UInt64> {
            let world = try WriterWorld()
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

    @Test func `truncates the WAL when it stops`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        let repository = storage.repository()
        let write = ItemWrite(owner: storage.localOwner, action: .put(id(1), content("one")))
        _ = try repository.perform(write).get()
        let before = try folder.read("a-wal").count

        let stopped = DispatchSemaphore(value: 0)
        storage.close { _ in stopped.signal() }
        stopped.wait()

        #expect(before > 0)
        #expect(try folder.read("a-wal").count == 0)
        #expect(repository.perform(write) == .failure(.storage(.stopped)))
        #expect(throws: StorageFailure.stopped) {
            try repository.snapshot(of: storage.localOwner)
        }
        #expect(try repository.item(id(1), of: storage.localOwner)?.content.title == "one")
    }
}
