import Items
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `A lane` {
    @Test func `connects at its first read, once`() throws {
        let database = try SQLiteConnection.migratedInMemory()
        let owner = try database.localOwner()
        let connections = Counter()
        let lane = reading {
            connections.count()
            return database
        }

        try lane.endRound()
        let before = connections.value
        _ = try lane.revision(of: owner)
        _ = try lane.revocations()
        try lane.endRound()

        #expect(before == 0)
        #expect(connections.value == 1)
    }

    @Test func `that could not connect tries again`() throws {
        let database = try SQLiteConnection.migratedInMemory()
        let owner = try database.localOwner()
        let attempts = Counter()
        let lane = reading { () throws(DatabaseError) in
            attempts.count()
            if attempts.value == 1 { throw DatabaseError(code: 14, message: "cannot open it") }
            return database
        }

        #expect(throws: StorageFailure.self) { try lane.revision(of: owner) }
        #expect(try lane.revision(of: owner) == 0)
        #expect(attempts.value == 2)
    }

    private func reading(by connect: @escaping SessionFactory) -> SQLiteRepository {
        SQLiteRepository(
            connect: connect, commits: CommitCounter(), clock: .constant(0), write: { _ in },
            makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })
    }
}

@Suite struct `Two lanes on one file` {
    // proves: visible-1
    @Test func `see each other's writes at once`() throws {
        let world = try LaneWorld()

        var seen: [[Int]] = []
        for number in 0..<4 as Range<UInt64> {
            let writer = world.lanes[Int(number % 2)]
            _ = try writer.perform(
                ItemWrite(owner: world.owner, action: .put(id(number), content("x")))
            ).get()
            seen.append(try world.lanes.map { try $0.revision(of: world.owner) })
        }

        #expect(seen == [[1, 1], [2, 2], [3, 3], [4, 4]])
    }

    @Test func `see each other's writes of an item that they have just read`() throws {
        let world = try LaneWorld()
        let (reader, writer) = (world.lanes[0], world.lanes[1])

        var titles: [String?] = []
        for number in 0..<5 {
            let put = ItemWrite.Action.put(id(1), content("\(number)"))
            _ = try writer.perform(ItemWrite(owner: world.owner, action: put)).get()
            titles.append(try reader.item(id(1), of: world.owner)?.content.title)
        }

        #expect(titles == ["0", "1", "2", "3", "4"])
    }

    @Test func `see writes of another process after the end of the round`() throws {
        let world = try LaneWorld()
        _ = try world.lanes[0].revision(of: world.owner)
        try world.otherProcess.execute("UPDATE owners SET revision = 9")

        let before = try world.lanes[0].revision(of: world.owner)
        try world.lanes[0].endRound()
        let after = try world.lanes[0].revision(of: world.owner)

        #expect([before, after] == [0, 9])
    }

    @Test func `block no checkpoint after the end of the round`() throws {
        let world = try LaneWorld()
        let put = ItemWrite(owner: world.owner, action: .put(id(1), content("x")))
        _ = try world.lanes[0].perform(put).get()
        for _ in 1...2 { _ = try world.lanes[0].item(id(1), of: world.owner) }
        _ = try world.lanes[1].all(of: world.owner)
        try world.otherProcess.execute("UPDATE owners SET revision = 9")
        let held = try world.otherProcess.checkpoint(.passive)

        for lane in world.lanes { try lane.endRound() }
        let free = try world.otherProcess.checkpoint(.truncate)

        #expect(held.map { $0.checkpointed < $0.frames } == true)
        #expect(free == SQLiteConnection.Checkpoint(frames: 0, checkpointed: 0))
    }

    @Test func `cannot write on the connection that they read with`() throws {
        let folder = try TemporaryFolder()
        _ = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        let session = try SQLiteConnection.openForReading(folder.file("a"), busyMilliseconds: 0)

        let outcome = try InMemoryStorage(session).repository.perform(
            ItemWrite(owner: Owner(key: 1, epoch: "aaaa"), action: .put(id(1), content("x"))))

        guard case .failure(.storage(.readOnly)) = outcome else {
            Issue.record("not read-only: \(outcome)")
            return
        }
    }
}

/// One file, two lanes, and another process's connection.
private final class LaneWorld {
    let lanes: [SQLiteRepository]
    let owner: Owner
    let otherProcess: SQLiteConnection
    private let folder: TemporaryFolder
    private let storage: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        owner = storage.localOwner
        lanes = [storage.repository(), storage.repository()]
        otherProcess = try SQLiteConnection.open(folder.file("a"), .readWrite)
    }
}
