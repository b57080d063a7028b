import SQLite
import TestSupport
import Testing

@Suite struct `A statement` {
    @Test func `steps through its rows and then starts again`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("VALUES (1), (2), (3)")

        for _ in 1...2 {
            var rows: [Int64] = []
            while try statement.step() { rows.append(statement.int(at: 0)) }

            #expect(rows == [1, 2, 3])
        }
    }

    @Test func `accepts new values after its last row`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x)")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")

        for value in 1...3 {
            try insert.bind(value, at: 1)
            try insert.run()
        }

        #expect(try connection.string("SELECT group_concat(x) FROM t") == "1,2,3")
    }

    @Test func `accepts new values after an error`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x INTEGER PRIMARY KEY)")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(1, at: 1)
        try insert.run()

        let error = failure { () throws(DatabaseError) in try insert.run() }
        try insert.bind(2, at: 1)
        try insert.run()

        #expect(error?.kind == .constraint(.unique))
        #expect(try connection.int("SELECT count(*) FROM t") == 2)
    }

    @Test func `refuses new values while it is on a row`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?")
        try statement.bind(1, at: 1)
        _ = try statement.step()

        let error = failure { () throws(DatabaseError) in try statement.bind(2, at: 1) }

        #expect(error?.kind == .misuse)
        #expect(statement.int(at: 0) == 1)
    }

    @Test(arguments: [0, 2, -1, 100_000] as [Int32])
    func `refuses a parameter index that it does not have`(index: Int32) throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?")

        let error = failure { () throws(DatabaseError) in try statement.bind(1, at: index) }

        #expect(error?.kind == .misuse)
        #expect(error?.primaryCode == 25)
        #expect(error?.sql == "SELECT ?")
    }

    @Test func `keeps its values after a reset`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?")
        try statement.bind(7, at: 1)
        _ = try statement.step()

        try statement.reset()
        _ = try statement.step()
        #expect(statement.int(at: 0) == 7)
    }

    @Test func `on a row is reported as unfinished until it is reset`() throws {
        let connection = try SQLiteConnection.inMemory()
        var finished = try connection.prepare("SELECT 1")
        var statement = try connection.prepare("VALUES (1), (2)")
        try finished.run()
        #expect(connection.unfinishedStatement == nil)

        _ = try statement.step()
        #expect(connection.unfinishedStatement == "VALUES (1), (2)")

        try statement.reset()
        #expect(connection.unfinishedStatement == nil)
    }

    @Test func `is reset by withReset if its rows are not read to the end`() throws {
        let connection = try SQLiteConnection.inMemory()
        var statement = try connection.prepare("VALUES (1), (2)")

        let first = try statement.withReset { (statement) throws(DatabaseError) in
            try statement.step() ? statement.int(at: 0) : nil
        }

        #expect(first == 1)
        #expect(connection.unfinishedStatement == nil)
    }

    @Test func `is reset by withReset if the body throws`() throws {
        let connection = try SQLiteConnection.inMemory()
        var statement = try connection.prepare("VALUES (1), (2)")
        let fault = DatabaseError(code: 11, message: "not what belongs here")

        let error = failure { () throws(DatabaseError) in
            try statement.withReset { (statement) throws(DatabaseError) in
                _ = try statement.step()
                throw fault
            }
        }

        #expect(error == fault)
        #expect(connection.unfinishedStatement == nil)
    }

    @Test func `that writes and returns a row can still fail at its reset`() throws {
        let connection = try SQLiteConnection.inMemory(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE child (
                parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED
            ) STRICT
            """)
        var insert = try connection.prepare("INSERT INTO child VALUES (1) RETURNING parent")
        var hasRow = false

        let error = failure { () throws(DatabaseError) in
            try insert.withReset { (insert) throws(DatabaseError) in hasRow = try insert.step() }
        }

        #expect(hasRow)
        #expect(error?.kind == .constraint(.foreignKey))
        #expect(try connection.int("SELECT count(*) FROM child") == 0)
    }

    @Test func `works after its connection was closed`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x INTEGER PRIMARY KEY)")
        var insert = try connection.prepare("INSERT INTO t VALUES (?) RETURNING x")
        try insert.bind(5, at: 1)

        connection.close()
        let hasRow = try insert.step()
        let value = insert.int(at: 0)
        try insert.reset()
        let error = failure { () throws(DatabaseError) in try insert.run() }

        #expect(hasRow)
        #expect(value == 5)
        // SQLite would return "misuse" here; the code is the one that the step returned.
        #expect(error?.code == 1555)
        #expect(error?.message == "constraint failed")
        #expect(error?.sql == "INSERT INTO t VALUES (?) RETURNING x")
    }

    @Test func `keeps the file open until it is released, after its connection was`() throws {
        let folder = try TemporaryFolder()
        do {
            var statement = try statementWithoutConnection(folder.database)

            _ = try statement.step()
            let holdsLog = folder.holdsBeside("-wal")
            #expect(statement.int(at: 0) == 0)
            #expect(holdsLog)
        }

        // The last connection to close deletes the WAL, which happens now.
        let holdsLog = folder.holdsBeside("-wal")
        #expect(!holdsLog)
    }

    @Test func `is compiled again when the schema changes`() throws {
        let connection = try SQLiteConnection.inMemory(
            "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        var statement = try connection.prepare("SELECT * FROM t")

        try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
        _ = try statement.step()

        #expect(statement.int(at: 1) == 2)
        #expect(statement.sql == "SELECT * FROM t")
    }

    @Test(arguments: ["SELECT 1", "SELECT 1;", "SELECT 1 ; -- done", " /* one */ SELECT 1;;\n"])
    func `may be surrounded by blanks and comments`(sql: String) throws {
        #expect(try SQLiteConnection.inMemory().int(sql) == 1)
    }

    @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1;;SELECT 2", "SELECT 1; nonsense"])
    func `is refused if another one follows it`(sql: String) throws {
        let connection = try SQLiteConnection.inMemory()

        let error = failure { () throws(DatabaseError) in _ = try connection.prepare(sql) }

        #expect(error?.kind == .misuse)
        #expect(error?.message == "there is more than one statement")
        #expect(error?.sql == sql)
    }

    @Test(arguments: ["", " \n", ";", "-- nothing", "/* nothing */"])
    func `is refused if it is empty`(sql: String) throws {
        let connection = try SQLiteConnection.inMemory()

        let error = failure { () throws(DatabaseError) in _ = try connection.prepare(sql) }

        #expect(error?.kind == .misuse)
        #expect(error?.message == "there is no statement")
    }

    private func statementWithoutConnection(_ path: String) throws(DatabaseError) -> Statement {
        let connection = try SQLiteConnection.open(path, .readWriteCreate)
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        return try connection.prepare("SELECT count(*) FROM t")
    }
}
