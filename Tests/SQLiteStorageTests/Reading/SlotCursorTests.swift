import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A slot cursor` {
    @Test func `reads slot after slot with one statement`() throws {
        let world = try CursorWorld(items: 100)

        // More reads than one run of the statement has, forwards and backwards.
        let sequences = Array(1...100) + (1...100).reversed()
        let titles = try sequences.map { try world.title(at: $0) }

        #expect(titles == sequences.map { "\($0)" })
        #expect(world.begun == 1 + (sequences.count - 1) / SlotCursor.readsPerRun)
    }

    @Test func `finds nothing in an empty slot, and continues`() throws {
        let world = try CursorWorld(items: 2)

        let titles = try [1, 3, 0, 2].map { try world.title(at: $0) }

        #expect(titles == ["1", nil, nil, "2"])
    }

    @Test func `shows an item only to its owner`() throws {
        let world = try CursorWorld(items: 1)

        #expect(try world.title(at: 1, of: Owner(key: 7, epoch: "other")) == nil)
        #expect(try world.title(at: 1) == "1")
    }

    @Test func `shows no other item than the requested one`() throws {
        let world = try CursorWorld(items: 2)

        #expect(try world.title(at: 1, as: id(2)) == nil)
        #expect(try world.title(at: 2, as: id(2)) == "2")
    }

    @Test func `has no open statement after a reset`() throws {
        let world = try CursorWorld(items: 1)
        _ = try world.title(at: 1)
        #expect(world.database.unfinishedStatement == SlotCursor.sql)

        try world.cursor.reset()

        #expect(world.database.unfinishedStatement == nil)
        #expect(try world.title(at: 1) == "1")
    }

    @Test func `starts again after a failure`() throws {
        let world = try CursorWorld(items: 2)
        _ = try world.title(at: 1)

        world.fault.stepsLeft = 0
        let error = #expect(throws: DatabaseError.self) { try world.title(at: 2) }

        #expect(error?.kind == .corrupt)
        #expect(try world.title(at: 2) == "2")
    }

    @Test func `finds a row only by its slot`() throws {
        let world = try CursorWorld(items: 0)

        let plan = try world.database.plan(SlotCursor.sql)

        #expect(plan.last == "SEARCH items USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN")
    }
}

/// A cursor whose steps can fail, on items titled by their sequences.
private final class CursorWorld {
    let database: SQLiteConnection
    let fault: FaultySession
    let cursor: SlotCursor
    private let spy: RecordingSession
    private let owner: Owner

    init(items: Int) throws {
        let batch = try BatchWorld()
        (database, owner) = (batch.database, batch.owner)
        for number in 0..<items {
            let outcomes = batch.batch.run([
                ItemWrite(
                    owner: owner,
                    action: .put(id(UInt64(number + 1)), content("\(number + 1)")))
            ])
            _ = try outcomes[0].get()
        }
        fault = FaultySession(
            database, fault: DatabaseError(code: 11, message: "damaged"), takesTransaction: false)
        spy = RecordingSession(fault)
        cursor = try SlotCursor(spy, ItemDetails(spy))
    }

    /// The number of runs of the statement: one, and one more for each end.
    var begun: Int { 1 + spy.ran(SlotCursor.sql) - reads }
    private var reads = 0

    func title(at sequence: Int, of other: Owner? = nil, as item: ItemID? = nil) throws -> String? {
        reads += 1
        var title: String?
        let isThere = try cursor.read(
            item ?? id(UInt64(max(sequence, 0))),
            at: Slot(owner: (other ?? owner).key, done: false, sequence: sequence)
        ) { title = ToDoItem($0).content.title }
        #expect(isThere == (title != nil))
        return title
    }
}
