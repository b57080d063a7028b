import SQLite
import TestSupport
import Testing

@Suite struct `A database in which something was planted` {
    /// A view that never ends, instead of a table that every command reads.
    private static let endless = """
        ALTER TABLE owners RENAME TO former;
        CREATE VIEW owners AS WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT 1 FROM n)
        SELECT i AS owner, 'abcd' AS epoch, 0 AS revision, 0 AS leaving, 0 AS last_sequence,
        0 AS last_entry, 0 AS unmarked, 0 AS item_bytes, 0 AS history_bytes, 0 AS answer_bytes FROM n;
        """

    // proves: durable-9
    @Test(
        arguments: [
            ["serve", "--port", "0"], ["check"], ["export"], ["import", "-"], ["migrate"],
            ["backup", "copy"], ["user", "list"],
        ],
        [
            (
                "CREATE TRIGGER thief AFTER INSERT ON items BEGIN DELETE FROM tokens; END",
                "has a trigger \"thief\" that toodoo did not make"
            ),
            ("CREATE VIEW all_items AS SELECT * FROM items", "has a view \"all_items\" that"),
            (endless, "has a "),
        ])
    func `is one sentence with exit code 1`(
        words: [String], planted: (sql: String, sentence: String)
    ) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        try world.alter(planted.sql)
        let operand = words.last == "copy" ? ["backup", world.folder.file("copy")] : words

        let ending = try Program(operand + ["--db", world.database]).refusal()

        let said = words == ["check"] ? ending.output : ending.error
        #expect(ending.code == 1)
        #expect(said.contains("\(world.database) \(planted.sentence)"), "\(ending)")
        #expect(ending.error.split(separator: "\n").count == 1)
    }

    // proves: durable-9
    @Test func `is not restored`() throws {
        let world = try CommandWorld()
        let copy = world.folder.file("copy")
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        _ = try world.run("backup", copy)
        try SQLiteConnection.open(copy, .readWrite).execute("CREATE VIEW v AS SELECT 1")

        let ending = try world.run("restore", copy)

        #expect(ending.code == 1)
        #expect(ending.error.contains("\(copy) has a view \"v\" that toodoo did not make"))
    }

    @Test func `has no escape sequence in its message`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.alter("CREATE VIEW \"\u{1B}[31m\" AS SELECT 1")

        let ending = try world.run("export")

        #expect(ending.code == 1)
        #expect(ending.error.contains(#"a view "\u{1b}[31m" that"#))
    }
}
