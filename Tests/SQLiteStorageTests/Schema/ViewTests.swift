import Foundation
import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The views of a database` {
    private static let names = ["owner_view", "item_view", "id_view", "log_view"]

    @Test func `answer the statements of the guide in words`() throws {
        let statements = try Self.guideStatements()
        let id = try #require(statements[2].firstMatch(of: /id = '(.+)'/)).1
        let world = try InspectedWorld(deletedID: String(id))

        let rows = try statements.map { try world.rows($0) }

        let milk = "2|1|00000000-0000-0000-0000-0000000000ab"
        let first = "1970-01-01T00:16:40.500Z"
        #expect(
            rows == [
                ["2|ada@example.org|epoch2|3|0|1|1|2|4|1970-01-01T00:33:20.000Z|400|275|0|no"],
                [
                    "\(milk)|2|Oat milk|yes|2026-11-21T10:00:00.500Z|-|-|Berlin|52.5|13.4|-|-|-|\(String.long)"
                        + "|\(first)|1970-01-01T00:25:00.000Z|1970-01-01T00:25:00.000Z"
                ],
                ["2|\(id)|2|yes|4|3|1970-01-01T00:33:20.000Z"],
                [
                    "4|2|3|1970-01-01T00:33:20.000Z|2|\(id)|deleted"
                        + "|title, itemDescription, timestamp, day, repeat, location, tags, position, remind, done|gone|-|-|-|-|-|-|short|-|-|-"
                        + "|\(first)|-|-|-|yes|no|no|3",
                    "3|2|2|1970-01-01T00:25:00.000Z|\(milk.dropFirst(2))|changed|title, done"
                        + "|Milk|-|-|-|-|-|-|-|-|-|-|-|-|Claude|-|yes|no|no|2",
                    "2|2|1|\(first)|2|\(id)|created||-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|no|no|no|1",
                    "1|2|1|\(first)|\(milk.dropFirst(2))|created||-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|yes|no|no|0",
                ],
            ])
    }

    @Test func `find an owner's rows by their keys`() throws {
        let database = try SQLiteConnection.migratedInMemory()

        for statement in try Self.guideStatements() where !statement.contains("FROM owner_view") {
            let scans = try database.plan(statement).filter { $0.hasPrefix("SCAN") }

            // The log has no index of owners, and its newest entries come first.
            #expect(scans == (statement.contains("FROM log_view") ? ["SCAN log"] : []))
        }
    }

    @Test func `show a day, a rule and tags, in the item and in its log`() throws {
        let world = try BatchWorld()
        let owner = try world.database.localOwner()
        let content = ItemContent(
            title: "a", timestamp: 0, day: CivilDate(days: 0),
            repetition: RepetitionText(Repetition(.daily)), tags: Tags(#"a "b\c""#),
            position: OrderKey("a0"), remind: 10)
        let writes: [ItemWrite.Action] = [
            .put(id(1), content),
            .patch(
                id(1), .changing { ($0.timestamp, $0.tags, $0.position) = (.clear, .clear, .clear) }
            ),
            .undo(revision: 2),
        ]
        for write in writes {
            _ = try world.batch.run([ItemWrite(owner: owner, action: write)])[0].get()
        }

        let columns = "timestamp, day, repeat, tags, position, remind"
        let item = try world.database.rows("SELECT \(columns) FROM item_view", columns: 6)
        let entry = try world.database.rows(
            "SELECT members, \(columns) FROM log_view WHERE entry = 2", columns: 7)

        let values =
            #"1970-01-01T00:00:00.000Z|1970-01-01|{"frequency":"daily"}|["a","\"b\\c\""]|a0|10"#
        #expect(item == [values])
        #expect(entry == ["timestamp, day, repeat, tags, position, remind|" + values])
        #expect(try world.database.integer("SELECT undoes FROM log_view WHERE entry = 3") == 2)
    }

    @Test func `hold no secret`() throws {
        let world = try InspectedWorld(deletedID: "00000000-0000-0000-0000-000000000001")
        try world.database.execute(
            """
            INSERT INTO tokens (selector, owner, digest, label, created_at, last_used_at, expires_at,
            scope)
            VALUES (zeroblob(16), 2, CAST('secret digest of 32 bytes, as is' AS BLOB), 'secret', 1, 1, 1e12,
            'all');
            INSERT INTO answers VALUES
            (2, 'secret', 'POST', 'secret', x'01', 0, 201, x'61', CAST('secret' AS BLOB));
            """)

        let rows = try Self.names.flatMap { try world.rows("SELECT * FROM \($0)") }

        #expect(rows.count > 5)
        for row in rows { #expect(!row.contains("secret") && !row.contains("$y$"), "\(row)") }
    }

    /// The statements of `sqlite3` in the guide for operators.
    private static func guideStatements() throws -> [String] {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let guide = try String(
            contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
        let statements = guide.matches(of: /sqlite3 -readonly [^"\n]+"([^"\n]+)"/)
            .map { String($0.output.1) }
        try #require(
            statements.map { $0.firstMatch(of: /FROM (\w+)/).map { String($0.1) } } == names)
        return statements
    }
}

/// A database whose owner 2 has changed an item and deleted another one.
private struct InspectedWorld {
    let database: SQLiteConnection

    init(deletedID: String) throws {
        let time = ManualClock(1_000.5)
        let world = try BatchWorld(clock: time.clock)
        database = world.database
        let owner = try database.addOwner(2)
        try database.execute("UPDATE accounts SET email = 'ada@example.org' WHERE owner = 2")
        let digits = deletedID.filter { $0 != "-" }
        let high = try #require(UInt64(digits.prefix(16), radix: 16))
        let low = try #require(UInt64(digits.suffix(16), radix: 16))
        let gone = ItemID(high: high, low: low)
        func write(_ action: ItemWrite.Action, label: String? = nil) throws {
            let write = ItemWrite(owner: owner, action: action, label: label)
            _ = try world.batch.run([write])[0].get()
        }
        let location = Location(
            name: "Berlin", coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
        try write(
            .add(
                [
                    NewItem(
                        id: id(0xAB),
                        content: ItemContent(
                            title: "Milk", itemDescription: .long, timestamp: 1_795_255_200.5,
                            location: location)),
                    NewItem(
                        id: gone, content: ItemContent(title: "gone", itemDescription: "short")),
                ], onConflict: .refuse))
        time.now = 1_500
        try write(
            .patch(
                id(0xAB),
                .changing {
                    $0.title = "Oat milk"
                    $0.done = true
                }), label: "Claude")
        time.now = 2_000
        try write(.delete(gone))
    }

    func rows(_ statement: String) throws -> [String] {
        let view = try #require(statement.firstMatch(of: /FROM (\w+)/)?.1)
        let columns = try database.integer("SELECT count(*) FROM pragma_table_info('\(view)')") ?? 0
        return try database.rows(statement, columns: Int32(columns))
    }
}
