import Foundation
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `toodoo import` {
    // The app's `JSONEncoder().encode([ToDoItem])` writes this: upper-case ids, no `done`.
    private static let saveFile = """
        [{"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C11","title":"Milk","itemDescription":""},\
        {"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C12","timestamp":1795262400,"title":"Call",\
        "location":{"name":"Desk","coordinate":{"latitude":51.5,"longitude":-0.1}}}]
        """

    // proves: operation-9
    @Test func `reads the app's save file`() throws {
        let world = try CommandWorld()
        try world.folder.write(Array(Self.saveFile.utf8), to: "save.json")

        let ending = try world.run("import", world.folder.file("save.json"))

        #expect(ending == .success("imported 2 items: 2 new, 0 changed, 0 unchanged"))
        let export = try world.exported()
        #expect(export.contains(#"{"id":"0b7a6c4e-3a52-4f0e-9a55-1f6f2a9d7c11","title":"Milk""#))
        #expect(export.contains(#""coordinate":{"latitude":51.5,"longitude":-0.1}"#))
    }

    // proves: operation-9
    @Test func `a second time changes nothing and assigns no revision`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: Self.saveFile)
        let before = try world.exported()

        let ending = try world.run("import", "-", input: Self.saveFile)

        #expect(ending == .success("imported 2 items: 0 new, 0 changed, 2 unchanged"))
        #expect(try world.exported() == before)
        #expect(try world.number("SELECT revision FROM owners") == 1)
    }

    @Test func `replaces changed items at their positions as one revision`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: Self.saveFile)

        let ending = try world.run(
            "import", "-",
            input: Self.saveFile.replacing("Milk", with: "Oat milk").replacing(
                "]", with: #",{"title":"New"}]"#))

        #expect(ending == .success("imported 3 items: 1 new, 1 changed, 1 unchanged"))
        let titles = try world.exported().matches(of: /"title":"([^"]*)"/).map { $0.output.1 }
        #expect(titles == ["Oat milk", "Call", "New"])
        #expect(try world.number("SELECT revision FROM owners") == 2)
    }

    // proves: operation-9
    @Test(arguments: ["json", "ndjson"])
    func `reads the output of an export`(format: String) throws {
        let (from, to) = (try CommandWorld(), try CommandWorld())
        _ = try from.run("import", "-", input: Self.saveFile)
        let file = try from.exported(format)

        let ending = try to.run("import", "-", input: file)

        #expect(ending == .success("imported 2 items: 2 new, 0 changed, 0 unchanged"))
        let contents = { (export: String) in
            export.replacing(/"(createdAt|updatedAt)":[0-9.]+/, with: "")
        }
        #expect(contents(try to.exported()) == contents(try from.exported()))
    }

    /// A mistyped zone would repeat in UTC without anybody noticing.
    @Test func `warns of an unknown time zone, with the first item that has it`() throws {
        let world = try CommandWorld()
        let lines = ["Mars/Olympus", "Europe/Berlin", "Mars/Olympus", "Venus/Maat"].map { zone in
            """
            {"title":"a","day":"2026-12-04","repeat":{"frequency":"daily","timeZone":"\(zone)"}}
            """
        }

        let ending = try world.run("import", "-", input: lines.joined(separator: "\n"))

        #expect(ending.code == 0)
        #expect(ending.output == "imported 4 items: 4 new, 0 changed, 0 unchanged\n")
        let warnings = [(1, "Mars/Olympus"), (4, "Venus/Maat")].map { line, zone in
            "toodoo: standard input, line \(line): this machine does not have the time zone "
                + "\(zone): what repeats in it does so in UTC\n"
        }
        #expect(ending.error == warnings.joined())
    }

    @Test(arguments: ["", "\n \n", "[]", " [ ]\n"])
    func `reads a file without items`(file: String) throws {
        let world = try CommandWorld()
        try world.folder.write(Array(file.utf8), to: "items.json")

        let ending = try world.run("import", world.folder.file("items.json"))

        #expect(ending == .success("imported 0 items: 0 new, 0 changed, 0 unchanged"))
    }

    // proves: operation-9
    @Test(arguments: [
        (
            #"{"title":"a"}"# + "\n\n" + #"{"titel":"b","done":"no"}"# + "\n",
            "line 3: /titel is not a member of this object, /done must be true or false, "
                + "/title is required"
        ),
        (
            #"[{"title":"a"},{"title":"b","location":{"name":1}}]"#,
            "item 2: /location/name must be a string"
        ),
        (#"[{"title":"a"},7]"#, "item 2: it must be an object"),
        (#"[{"title":"a"},]"#, "item 2: it is not JSON: unexpected end at byte 0"),
        (#"[{"title":"a"}"#, "the array is not closed"),
        (#"[{"title":"a"}] {}"#, "there is data after the array"),
        (
            #"{"title":"a"} {"title":"b"}"#,
            "line 1: it is not JSON: data after the item at byte 14"
        ),
        (
            #"{"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C11","title":"a"}"# + "\n"
                + #"{"id":"0b7a6c4e-3a52-4f0e-9a55-1f6f2a9d7c11","title":"b"}"#,
            "line 2: /id is the id of an earlier item in the same file"
        ),
    ])
    func `prints the faults of a file, and imports nothing of it`(
        file: String, fault: String
    ) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: Self.saveFile)
        let before = try world.exported()

        let ending = try world.run("import", "-", input: file)

        #expect(ending == .failure(1, "standard input, \(fault); nothing was imported"))
        #expect(try world.exported() == before)
    }

    private static let todoist = """
        TYPE,CONTENT,PRIORITY,DATE,DATE_LANG,TIMEZONE
        task,Buy milk @shop,4,2026-12-04,en,
        task,Book,1,next full moon,en,
        task,,4,,en,

        """

    @Test func `reads another program's file, and prints what of it has no member`() throws {
        let world = try CommandWorld()

        let ending = try world.run(
            "import", "-", "--time-zone", "Europe/Berlin", input: Self.todoist)

        #expect(
            ending
                == .success(
                    """
                    imported 2 items: 2 new, 0 changed, 0 unchanged
                    not taken: 2 values
                    line\ttitle\tfield\tvalue\tkept
                    3\tBook\tPRIORITY\t1\tno
                    3\tBook\tDATE\tnext full moon\tin the description
                    skipped: 1 entry
                    line\treason
                    4\thas no title
                    """))
        let export = try world.exported()
        #expect(export.contains(#""title":"Buy milk","timestamp":1796338800,"day":"2026-12-04""#))
        #expect(export.contains(#""itemDescription":"DATE: next full moon""#))
    }

    @Test func `keeps what was imported before, and replaces it only if told to`() throws {
        let world = try CommandWorld()
        let file = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Tea\nEND:VTODO\nEND:VCALENDAR\n"
        _ = try world.run("import", "-", input: file)
        let changed = file.replacing("Tea", with: "Milk")

        let endings = try [[], ["--on-conflict", "replace"], ["--on-conflict", "skip"]].map {
            try world.run(["import", "-"] + $0, input: Array(changed.utf8)).output
        }

        #expect(
            endings == [
                "imported 1 items: 0 new, 0 changed, 1 unchanged\n",
                "imported 1 items: 0 new, 1 changed, 0 unchanged\n",
                "imported 1 items: 0 new, 0 changed, 1 unchanged\n",
            ])
        #expect(try world.exported().contains("Milk"))
    }

    @Test func `writes nothing in a preview`() throws {
        let world = try CommandWorld()

        let new = try world.run("import", "-", "--preview", input: Self.saveFile)
        let isThere = FileManager.default.fileExists(atPath: world.database)
        _ = try world.run("import", "-", input: Self.saveFile)
        let before = try world.exported()
        let changed = Self.saveFile.replacing("Milk", with: "Tea")
        let again = try world.run("import", "-", "--preview", input: changed)

        #expect(new == .success("would import 2 items: 2 new, 0 changed, 0 unchanged"))
        #expect(!isThere)
        #expect(again == .success("would import 2 items: 0 new, 1 changed, 1 unchanged"))
        #expect(try world.exported() == before)
        #expect(try world.number("SELECT revision FROM owners") == 1)
    }

    @Test(arguments: [
        ("hello", [], "The file is of no known format: "),
        ("title\n\"a", [], "The quote that opens in line 2 never closes."),
        ("title\na", ["--format", "todoist"], "The file is not of the format todoist: "),
    ])
    func `refuses a file of no format as a whole`(
        file: String, options: [String], detail: String
    ) throws {
        let world = try CommandWorld()

        let ending = try world.run(["import", "-"] + options, input: Array(file.utf8))

        #expect(ending.code == 1)
        #expect(ending.error.hasPrefix("toodoo: standard input: " + detail))
        #expect(ending.error.hasSuffix(" Nothing was imported.\n"))
    }

    @Test(arguments: [
        ["--format", "xml"], ["--time-zone", "Mars/Olympus"], ["--on-conflict", "refuse"],
    ])
    func `refuses other values of its options`(options: [String]) throws {
        #expect(try CommandWorld().run(["import", "-"] + options, input: []).code == 64)
    }

    @Test func `refuses an empty pipe that has a path`() throws {
        let world = try CommandWorld()

        let output = try shell(
            "true | \(toodooBinary()) import /dev/stdin --db '\(world.database)' 2>&1 || true")

        #expect(
            output
                == "toodoo: /dev/stdin has nothing in it; --allow-empty takes that for no items\n")
    }

    @Test(arguments: ["", " \n\t"])
    func `refuses an empty pipe, except with --allow-empty`(input: String) throws {
        let world = try CommandWorld()
        try world.folder.write(Array(input.utf8), to: "none.json")

        let refused = try world.run("import", "-", input: input)
        let allowed = try world.run("import", "-", "--allow-empty", input: input)
        let file = try world.run("import", world.folder.file("none.json"))
        let array = try world.run("import", "-", input: "[]")

        #expect(
            refused
                == .failure(
                    1, "standard input has nothing in it; --allow-empty takes that for no items"))
        let done = Program.Ending.success("imported 0 items: 0 new, 0 changed, 0 unchanged")
        #expect([allowed, file, array] == [done, done, done])
    }

    @Test(arguments: [
        ([], ""), ([], "hello"), (["--user", "ann@example.org"], #"{"title":"a"}"#),
    ])
    func `makes no database for an import that is refused`(
        options: [String], input: String
    ) throws {
        let world = try CommandWorld()

        let ending = try world.run(["import", "-"] + options, input: Array(input.utf8))

        #expect(ending.code == 1)
        #expect(try world.names() == ["input"])
    }

    @Test func `refuses a missing file`() throws {
        let world = try CommandWorld()
        let path = world.folder.file("none.json")

        let ending = try world.run("import", path)

        #expect(ending == .failure(1, "\(path): No such file or directory"))
        #expect(try world.names() == [])
    }

    @Test func `while a server runs is visible to its clients`() throws {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database)
        let before = try server.send("POST", "/items", json: #"[{"title":"Before"}]"#)
        let seen = try server.send("GET", "/items")

        let ending = try world.run("import", "-", input: Self.saveFile)
        let after = try server.send("GET", "/items")
        let written = try server.send("POST", "/items", json: #"{"title":"After"}"#)

        #expect(ending.code == 0)
        #expect(before.status == 201)
        #expect(revision(seen) == 1)
        #expect(revision(after) == 2)
        #expect(after.text.contains(#""title":"Milk""#))
        #expect(after.text.contains(#""title":"Before""#))
        #expect(written.status == 201)
        #expect(revision(try server.send("GET", "/items")) == 3)
        #expect(try world.run("check").code == 0)
    }

    @Test func `fails if another process locks the database`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: Self.saveFile)
        let other = try SQLiteConnection.open(world.database, .readWrite)
        try other.execute("BEGIN IMMEDIATE")

        let ending = try world.run(
            "import", "-", "--wait", "0s", input: #"[{"title":"Late"}]"#)
        try other.execute("ROLLBACK")

        #expect(
            ending
                == .failure(
                    1, "\(world.database) is locked by another process; nothing was changed"))
        #expect(try !world.exported().contains("Late"))
    }

    private func revision(_ answer: TestResponse) -> Int? {
        answer["ETag"]?.wholeMatch(of: /"[a-z0-9]+\.([0-9]+)"/).flatMap { Int($0.output.1) }
    }
}
