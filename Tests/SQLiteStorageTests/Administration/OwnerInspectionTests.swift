import Accounts
import Items
import SQLite
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The inspection of an owner` {
    @Test func `shows items in the default order, and where their descriptions are stored`() throws
    {
        let world = try InspectionWorld()
        world.write(.put(Self.id(1), Self.content("a", done: true)))
        world.write(.put(Self.id(2), Self.content("b", description: "short")))
        world.write(
            .put(Self.id(3), Self.content("c", description: String(repeating: "é", count: 200))))
        try world.database.execute("DELETE FROM descriptions")
        world.write(
            .put(Self.id(4), Self.content("d", description: String(repeating: "é", count: 200))))

        let items = try world.items()

        #expect(items.map(\.title) == ["b", "c", "d", "a"])
        #expect(items.map(\.sequence) == [2, 3, 4, 1])
        #expect(items.map(\.revision) == [2, 3, 4, 1])
        #expect(items.map { $0.doneAt != nil } == [false, false, false, true])
        #expect(
            items.map(\.description) == [
                .inline(bytes: 5), .separate(bytes: 400, exists: false),
                .separate(bytes: 400, exists: true), .none,
            ])
        #expect(items.allSatisfy { $0.createdAt == "1970-01-01T00:16:40.500Z" })
    }

    @Test func `shows the deletion of each id`() throws {
        let world = try InspectionWorld()
        for number in 1...3 { world.write(.put(Self.id(UInt64(number)), Self.content("a"))) }
        world.write(.delete(Self.id(1)))
        world.write(.delete(Self.id(2)))
        try world.database.execute("DELETE FROM log WHERE entry = 5")

        let ids = try world.ids()

        #expect(ids.map(\.id) == [Self.id(1), Self.id(2), Self.id(3)])
        #expect(
            ids.map(\.deletion) == [
                .init(entry: 4, when: (revision: 4, time: "1970-01-01T00:16:40.500Z")),
                .init(entry: 5, when: nil), nil,
            ])
    }

    @Test func `shows the earlier values of entries, newest first, and none of other owners`()
        throws
    {
        let world = try InspectionWorld()
        let other = try world.database.addOwner(2)
        let location = Location(name: "Desk", coordinate: Coordinate(latitude: 1, longitude: 2))
        world.write(
            .put(Self.id(1), Self.content("a", description: "text", location: location)))
        world.write(.put(Self.id(1), Self.content("x")), of: other)
        world.write(.put(Self.id(1), Self.content("b", done: true)))
        world.write(.delete(Self.id(1)))

        let (entries, end) = try world.log()

        #expect(entries.map(\.number) == [4, 3, 1])
        #expect(entries.map(\.previous) == [3, 1, 0])
        #expect(entries.map(\.revision) == [3, 2, 1])
        #expect(entries.allSatisfy { $0.isFirst && !$0.isMarked && !$0.isRepeated })
        #expect(
            entries.map(\.kind) == [
                .deletion(id: Self.id(1), createdAt: "1970-01-01T00:16:40.500Z"), .change,
                .creation,
            ])
        #expect(
            entries.map(\.before) == [
                [
                    .text("title", "b"), .longText("description", nil), .plain("timestamp", nil),
                    .location(nil), .done(since: "1970-01-01T00:16:40.500Z"),
                ],
                [
                    .text("title", "a"), .longText("description", "text"), .location(location),
                    .done(since: nil),
                ], [],
            ])
        #expect(end == .beginning)
    }

    @Test func `shows whether the log was limited, complete or pruned`() throws {
        let world = try InspectionWorld()
        for number in 1...3 { world.write(.put(Self.id(UInt64(number)), Self.content("a"))) }

        let limited = try world.log(limit: 2)
        let whole = try world.log(limit: 3)
        try world.database.execute("DELETE FROM log WHERE entry = 1")
        let pruned = try world.log()

        #expect(limited.entries.count == 2)
        #expect(limited.end == .stopped)
        #expect(whole.end == .beginning)
        #expect(pruned.entries.map(\.number) == [3, 2])
        #expect(pruned.end == .pruned(entry: 1))
    }

    @Test func `shows an entry of another owner as a pruned one`() throws {
        let world = try InspectionWorld()
        let other = try world.database.addOwner(2)
        world.write(.put(Self.id(1), Self.content("a")), of: other)
        world.write(.put(Self.id(1), Self.content("b")))
        try world.database.execute("UPDATE log SET previous = 1 WHERE entry = 2")

        let (entries, end) = try world.log()

        #expect(entries.map(\.number) == [2])
        #expect(end == .pruned(entry: 1))
    }

    @Test func `counts open and done items, ids, marks and entries`() throws {
        let world = try InspectionWorld()
        for number in 1...5 {
            world.write(.put(Self.id(UInt64(number)), Self.content("a", done: number == 1)))
        }
        world.write(.delete(Self.id(2)))
        try world.database.execute(
            "DELETE FROM log WHERE entry <= 2; INSERT INTO marks VALUES (1, 4, 4)")

        let summary = try world.summary()

        #expect([summary.open, summary.done, summary.items] == [3, 1, 4])
        #expect([summary.ids, summary.deletedIDs, summary.marks] == [5, 1, 1])
        #expect([summary.revision, summary.lastSequence, summary.entries] == [6, 5, 4])
        #expect(summary.itemBytes == 4 * 129)
        #expect(summary.newest?.entry == 6)
        #expect(
            summary.oldest
                == .init(entry: 3, revision: 3, time: "1970-01-01T00:16:40.500Z"))
        #expect(summary.pruned == 2)
        #expect(summary.email == nil)
    }

    @Test func `shows marks, also of entries that are not in the log`() throws {
        let world = try InspectionWorld()
        world.write(.put(Self.id(1), Self.content("a")))
        try world.database.execute("INSERT INTO marks VALUES (1, 1, 1), (1, 2, 9), (1, 2, 10)")

        let marks = try world.marks()

        #expect(marks.map(\.entry) == [10, 9, 1])
        #expect(marks.map(\.isInLog) == [false, false, true])
    }

    // proves: command-line-29
    @Test func `reads from one snapshot`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        let world = try InspectionWorld(
            Connection.openMigrated(path, busyMilliseconds: 0, clock: .constant(1)))
        world.write(.put(Self.id(1), Self.content("a")))

        let inspection = try #require(
            try OwnerInspection.open(path, of: .local, busyMilliseconds: 0))
        world.write(.put(Self.id(2), Self.content("b")))

        #expect(try inspection.summary().items == 1)
        #expect(try inspection.summary().revision == 1)
        #expect(try OwnerInspection.open(path, of: .key(2), busyMilliseconds: 0) == nil)
    }

    @Test(arguments: [
        "UPDATE items SET title = CAST(x'FF' AS TEXT)",
        "UPDATE items SET created_at = 1e300",
        "UPDATE items SET revision = -1",
        "UPDATE items SET done_at = 1",
        "UPDATE items SET id = x'01'",
        "UPDATE items SET latitude = 91, location_name = 'a'",
        "UPDATE items SET description_bytes = -1",
        "UPDATE ids SET sequence = 0",
        "UPDATE ids SET id = x'01'",
        "UPDATE ids SET deleted_by = -1",
        "UPDATE log SET previous = 1",
        "UPDATE log SET changed_at = -1e300",
        "UPDATE log SET members = 96",
        "UPDATE log SET members = 64",
        "UPDATE log SET sequence = 0",
        "UPDATE log SET members = 1, title = CAST(x'FF' AS TEXT)",
        "UPDATE marks SET entry = -1",
        "UPDATE owners SET epoch = 'A!'",
        "UPDATE owners SET item_bytes = -1",
    ])
    func `reports rows that no write can have stored`(damage: String) throws {
        let world = try InspectionWorld()
        world.write(.put(Self.id(1), Self.content("a")))
        try world.database.execute("INSERT INTO marks VALUES (1, 1, 1)")
        #expect(throws: Never.self) { try world.readAll() }
        try world.database.execute("PRAGMA ignore_check_constraints = ON; \(damage)")

        let failure = #expect(throws: StorageFailure.self) { try world.readAll() }

        guard case .corrupt = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    private static func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

    private static func content(
        _ title: String, description: String? = nil, done: Bool = false, location: Location? = nil
    ) -> ItemContent {
        var content = ItemContent(title: title)
        content.itemDescription = description
        content.done = done
        content.location = location
        return content
    }
}

/// A database with a batch that writes to it, and inspections of the local owner.
private struct InspectionWorld {
    let database: Connection
    let owner: Owner
    private let batch: WriteBatch

    init() throws {
        try self.init(Connection.migratedInMemory())
    }

    init(_ database: Connection) throws {
        self.database = database
        owner = try database.localOwner()
        batch = try WriteBatch(
            session: database, clock: .constant(1_000.5), commits: CommitCounter())
    }

    func write(_ action: ItemWrite.Action, of owner: Owner? = nil) {
        let write = ItemWrite(owner: owner ?? self.owner, action: action)
        let outcomes = batch.run([WriteJob(write: write) { _ in }], []).items
        #expect(throws: Never.self) { try outcomes.first?.get() }
    }

    /// Inspects once and ends the transaction, so that another inspection can follow.
    private func look<Value>(_ body: (OwnerInspection) throws -> Value) throws -> Value {
        defer { try? database.execute("ROLLBACK") }
        return try body(inspection())
    }

    func inspection() throws -> OwnerInspection {
        try #require(try OwnerInspection(database, of: .local))
    }

    func items() throws -> [OwnerInspection.Item] {
        try all { inspection, take in try inspection.items(take) }
    }

    func ids() throws -> [OwnerInspection.ID] {
        try all { inspection, take in try inspection.ids(take) }
    }

    func marks() throws -> [OwnerInspection.Mark] {
        try all { inspection, take in try inspection.marks(take) }
    }

    func log(
        limit: Int? = nil
    ) throws -> (entries: [OwnerInspection.Entry], end: OwnerInspection.LogEnd) {
        var end = OwnerInspection.LogEnd.stopped
        let entries = try all { inspection, take in
            end = try inspection.log(limit: limit, take)
        }
        return (entries, end)
    }

    func summary() throws -> OwnerInspection.Summary { try look { try $0.summary() } }

    private func all<Row>(
        _ show: (OwnerInspection, (Row) -> Bool) throws -> Void
    ) throws -> [Row] {
        var rows: [Row] = []
        try look { inspection in
            try show(inspection) { row in
                rows.append(row)
                return true
            }
        }
        return rows
    }

    func readAll() throws {
        _ = try summary()
        _ = try (items(), ids(), log(), marks())
    }
}
