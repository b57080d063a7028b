import SQLite
import Testing

@Suite struct `A database error` {
    @Test(
        arguments: [
            (5, .busy), (261, .busy), (517, .busy), (15, .busy), (13, .full), (10, .ioError),
            (266, .ioError), (1034, .ioError), (3082, .noMemory), (11, .corrupt), (267, .corrupt),
            (26, .corrupt), (8, .readOnly), (1032, .readOnly), (14, .cannotOpen),
            (526, .cannotOpen), (19, .constraint(.other)), (275, .constraint(.check)),
            (531, .constraint(.other)), (787, .constraint(.foreignKey)),
            (1299, .constraint(.notNull)), (1555, .constraint(.unique)),
            (1811, .constraint(.trigger)), (2067, .constraint(.unique)),
            (2579, .constraint(.unique)), (3091, .constraint(.dataType)),
            (20, .constraint(.dataType)), (9, .interrupted), (18, .tooBig), (17, .schemaMismatch),
            (7, .noMemory), (21, .misuse), (25, .misuse), (6, .misuse), (1, .other), (4, .other),
            (999, .other), (-1, .other),
        ] as [(Int32, DatabaseError.Kind)])
    func `has the kind of its code`(code: Int32, kind: DatabaseError.Kind) {
        #expect(DatabaseError(code: code, message: "").kind == kind)
    }

    @Test(
        arguments: [
            ("INSERT INTO t (id, name) VALUES (1, 'b')", .unique, 1555, "t.id"),
            ("INSERT INTO t (id, name) VALUES (2, 'a')", .unique, 2067, "t.name"),
            ("INSERT INTO t (id, name) VALUES (2, NULL)", .notNull, 1299, "t.name"),
            ("INSERT INTO t (id, name) VALUES (2, '')", .check, 275, "name is empty"),
            ("INSERT INTO t (id, name, t) VALUES (2, 'b', 9)", .foreignKey, 787, ""),
            ("INSERT INTO t (id, name, t) VALUES (2, 'b', 'x')", .dataType, 3091, "t.t"),
            ("INSERT INTO t (id, name) VALUES ('x', 'b')", .dataType, 20, ""),
            ("DELETE FROM t", .trigger, 1811, "never"),
        ] as [(String, DatabaseError.Constraint, Int32, String)])
    func `names the violated constraint`(
        sql: String, constraint: DatabaseError.Constraint, code: Int32, word: String
    ) throws {
        let connection = try SQLiteConnection.inMemory(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE t (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
                t INTEGER REFERENCES t, CONSTRAINT "name is empty" CHECK (name <> '')
            ) STRICT;
            CREATE TRIGGER r BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'never'); END;
            INSERT INTO t (id, name) VALUES (1, 'a')
            """)

        let error = failure { () throws(DatabaseError) in try connection.execute(sql) }

        #expect(error?.kind == .constraint(constraint))
        #expect(error?.code == code)
        #expect(word.isEmpty || error?.message.contains(word) == true)
        #expect(error?.sql == sql)
    }

    @Test func `shows the SQL but no bound values`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x TEXT UNIQUE)")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(text: "secret", at: 1)
        try insert.run()

        let error = try #require(failure { () throws(DatabaseError) in try insert.run() })

        #expect(
            error.description
                == "UNIQUE constraint failed: t.x (SQLite 2067) in: INSERT INTO t VALUES (?)")
    }

    @Test func `is thrown for SQL that does not compile`() throws {
        let connection = try SQLiteConnection.inMemory()

        let error = failure { () throws(DatabaseError) in _ = try connection.prepare("SELEKT 1") }

        #expect(error?.kind == .other)
        #expect(error?.code == 1)
        #expect(error?.message == #"near "SELEKT": syntax error"#)
        #expect(error?.sql == "SELEKT 1")
    }

    @Test func `is thrown if the database may not grow`() throws {
        let connection = try SQLiteConnection.inMemory(
            "CREATE TABLE t (x); PRAGMA max_page_count = 2")

        let error = failure { () throws(DatabaseError) in
            try connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
        }

        #expect(error?.kind == .full)
    }

    @Test func `is thrown for a value over SQLite's limit`() throws {
        let connection = try SQLiteConnection.inMemory()

        let error = failure { () throws(DatabaseError) in
            try connection.execute("SELECT zeroblob(1000000001)")
        }

        #expect(error?.kind == .tooBig)
    }

    @Test func `is thrown if a connection locks itself out`() throws {
        let connection = try SQLiteConnection.inMemory(
            "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        var statement = try connection.prepare("SELECT * FROM t")
        _ = try statement.step()

        let error = failure { () throws(DatabaseError) in try connection.execute("DROP TABLE t") }

        #expect(error?.primaryCode == 6)
        #expect(error?.kind == .misuse)
        try statement.reset()
    }

    @Test(
        arguments: [(nil, "m (SQLite 5)"), ("s;\n", "m (SQLite 5) in: s;")]
            as [(String?, String)])
    func `has a description with its SQL, if there is any`(sql: String?, description: String) {
        #expect(DatabaseError(code: 5, message: "m", sql: sql).description == description)
    }

    @Test func `has a description of one line, however long its SQL`() {
        let sql = "SELECT\n\t1,\r\n  2;\u{0}\u{1B}[31m" + String(repeating: " x", count: 200) + "\n"

        let description = DatabaseError(code: 1, message: "a\nb", sql: sql).description

        #expect(description.hasPrefix("a b (SQLite 1) in: SELECT 1, 2; [31m x x"))
        #expect(description.hasSuffix("…"))
        #expect(description.count == "a b (SQLite 1) in: …".count + 200)
    }
}
