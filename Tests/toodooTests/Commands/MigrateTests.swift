import SQLiteStorage
import Storage
import TestSupport
import Testing

@Suite struct `toodoo migrate` {
    @Test func `applies missing migrations and prints their names`() throws {
        let world = try CommandWorld()
        try world.folder.write([], to: "items.sqlite")

        let first = try world.run("migrate")
        let second = try world.run("migrate")

        let names = Migration.sqlite.map { "applied \($0.name)\n" }.joined()
        #expect(first == Program.Ending(code: 0, output: names, error: ""))
        #expect(second == .success("\(world.database) is up to date"))
    }

    @Test func `prints the state with --status, and changes nothing`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        try world.alter(
            """
            UPDATE migrations SET checksum = 'another' WHERE number = 1;
            INSERT INTO migrations VALUES (9999, '9999_future', 'theirs', 0);
            """)
        let before = try world.folder.read("items.sqlite")

        let ending = try world.run("migrate", "--status")

        let lines = ending.output.split(separator: "\n").map(String.init)
        let first = Migration.sqlite[0]
        #expect(ending.code == 0)
        #expect(lines.first == "\(first.name)  edited  checksum \(first.checksum)")
        #expect(lines.last == "9999_future  unknown  checksum theirs")
        #expect(try world.folder.read("items.sqlite") == before)
    }

    @Test func `lists applied and pending migrations`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        let applied = try world.run("migrate", "--status")
        try world.alter("DELETE FROM migrations")

        let pending = try world.run("migrate", "--status")

        let lines = { (word: String) in
            Migration.sqlite.map { "\($0.name)  \(word)  checksum \($0.checksum)\n" }.joined()
        }
        #expect(applied == Program.Ending(code: 0, output: lines("applied"), error: ""))
        #expect(pending == Program.Ending(code: 0, output: lines("pending"), error: ""))
    }

    @Test func `rolls back a write that was broken off, which a check only reports`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"Milk"}]"#)
        let size = try world.folder.read("items.sqlite").count
        try world.folder.write(
            .hotJournal(of: size, superJournal: ""), to: "items.sqlite-journal")

        let check = try world.run("check")
        let ending = try world.run("migrate")

        #expect(
            check
                == .failure(
                    1,
                    "\(world.database) has a journal of a write that was broken off, which this "
                        + "command must not roll back; toodoo migrate does, and so does a start"))
        #expect(ending == .success("\(world.database) is up to date"))
        #expect(!world.folder.holds("items.sqlite-journal"))
        #expect(try world.run("check").code == 0)
    }
}
