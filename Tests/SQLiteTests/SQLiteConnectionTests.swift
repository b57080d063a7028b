import Glibc
import SQLite
import TestSupport
import Testing

@Suite struct `A connection` {
    @Test func `executes a script of many statements`() throws {
        let connection = try SQLiteConnection.inMemory()

        try connection.execute(
            """
            -- a table
            CREATE TABLE t (x TEXT) STRICT;;
            INSERT INTO t VALUES ('a;b'), ('c');
            SELECT * FROM t; /* rows are dropped */
            """)

        #expect(try connection.string("SELECT group_concat(x) FROM t") == "a;b,c")
    }

    @Test(arguments: ["", ";;", "  ", "-- nothing"])
    func `executes a script without a statement`(script: String) throws {
        let connection = try SQLiteConnection.inMemory()

        try connection.execute(script)

        #expect(connection.changes == 0)
    }

    @Test func `stops a script at the statement that fails, and reports it`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x UNIQUE)")
        let script = "INSERT INTO t VALUES (1); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"

        let error = failure { () throws(DatabaseError) in try connection.execute(script) }

        #expect(error?.sql == " INSERT INTO t VALUES (1);")
        #expect(try connection.string("SELECT group_concat(x) FROM t") == "1")
    }

    @Test func `refuses SQL with a NUL instead of executing half of it`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x)")
        let script = "INSERT INTO t VALUES (1);\0 DELETE FROM t"

        let executing = failure { () throws(DatabaseError) in try connection.execute(script) }
        let preparing = failure { () throws(DatabaseError) in _ = try connection.prepare(script) }

        #expect(executing?.kind == .misuse)
        #expect(preparing?.kind == .misuse)
        #expect(try connection.int("SELECT count(*) FROM t") == 0)
    }

    @Test func `reports whether it is in a transaction`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x)")
        #expect(!connection.isInTransaction)

        try connection.execute("BEGIN")
        #expect(connection.isInTransaction)

        try connection.execute("ROLLBACK")
        #expect(!connection.isInTransaction)
    }

    @Test func `counts changed rows`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x INTEGER PRIMARY KEY)")
        try connection.execute("INSERT INTO t VALUES (7), (9), (8)")
        try connection.execute("DELETE FROM t WHERE x > 7")

        #expect(connection.changes == 2)
    }

    @Test func `may be closed twice`() throws {
        let connection = try SQLiteConnection.inMemory()

        connection.close()
        connection.close()
    }

    @Test func `traps if it is used after it was closed`() async {
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.open(":memory:", .readWriteCreate)
            connection.close()
            try connection.execute("SELECT 1")
        }
    }

    @Test func `creates the file only if it may`() throws {
        let folder = try TemporaryFolder()
        let path = folder.database

        let reading = failure { () throws(DatabaseError) in
            _ = try SQLiteConnection.open(path, .readOnly)
        }
        let writing = failure { () throws(DatabaseError) in
            _ = try SQLiteConnection.open(path, .readWrite)
        }
        try SQLiteConnection.open(path, .readWriteCreate).execute("CREATE TABLE t (x)")

        #expect(reading?.kind == .cannotOpen)
        #expect(writing?.kind == .cannotOpen)
        #expect(try SQLiteConnection.open(path, .readOnly).int("SELECT count(*) FROM t") == 0)
        try SQLiteConnection.open(path, .readWrite).execute("INSERT INTO t VALUES (1)")
    }

    @Test func `refuses to write if it is read-only`() throws {
        let folder = try TemporaryFolder()
        try SQLiteConnection.open(folder.database, .readWriteCreate).execute("CREATE TABLE t (x)")
        let connection = try SQLiteConnection.open(folder.database, .readOnly)

        let error = failure { () throws(DatabaseError) in
            try connection.execute("INSERT INTO t VALUES (1)")
        }

        #expect(error?.kind == .readOnly)
    }

    @Test func `is not opened for writing if the file is read-only`() {
        // Not even root may write to a running program.
        let program = runningProgram()

        let writing = failure { () throws(DatabaseError) in
            _ = try SQLiteConnection.open(program, .readWrite)
        }
        let reading = failure { () throws(DatabaseError) in
            _ = try SQLiteConnection.open(program, .readOnly)
        }

        #expect(writing?.kind == .readOnly)
        #expect(reading == nil)
    }

    @Test(arguments: [
        "", "/proc/self/exe\0", "/", "/tmp", "/proc/none/here", "file::memory:", "file:",
    ])
    func `is not opened at a path that is no file`(path: String) {
        let error = failure { () throws(DatabaseError) in
            _ = try SQLiteConnection.open(path, .readWrite)
        }

        #expect(error?.kind == .cannotOpen)
        #expect(error?.sql == nil)
    }

    @Test func `reports at the first statement that a file is no database`() throws {
        let connection = try SQLiteConnection.open(runningProgram(), .readOnly)

        let error = failure { () throws(DatabaseError) in
            try connection.execute("SELECT * FROM sqlite_schema")
        }

        #expect(error?.kind == .corrupt)
        #expect(error?.primaryCode == 26)
    }

    @Test func `reports that a file was truncated`() throws {
        let folder = try TemporaryFolder()
        try SQLiteConnection.open(folder.database, .readWriteCreate).execute(
            "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(100000))")
        try folder.cutDatabase(to: 8192)

        let connection = try SQLiteConnection.open(folder.database, .readWrite)
        let error = failure { () throws(DatabaseError) in
            try connection.execute("SELECT max(x) FROM t")
        }

        #expect(error?.kind == .corrupt)
        #expect(error?.primaryCode == 11)
    }

    @Test func `does not take a misspelled column for a text`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (title TEXT)")

        let reading = failure { () throws(DatabaseError) in
            try connection.execute(#"SELECT "titel" FROM t"#)
        }
        let defining = failure { () throws(DatabaseError) in
            try connection.execute(#"CREATE INDEX i ON t ("titel")"#)
        }

        #expect(reading?.message == "no such column: titel")
        #expect(defining?.message == "no such column: titel")
    }

    @Test func `does not allow a statement to damage the file`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x)")

        let error = failure { () throws(DatabaseError) in
            try connection.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
        }

        #expect(error?.message == "table sqlite_master may not be modified")
    }

    @Test func `does not trust the schema of a file`() throws {
        #expect(try SQLiteConnection.inMemory().int("PRAGMA trusted_schema") == 0)
    }

    @Test func `uses a library that was compiled for threads`() throws {
        let sql = "SELECT sqlite_compileoption_used('THREADSAFE=0')"

        #expect(try SQLiteConnection.inMemory().int(sql) == 0)
    }
}

/// The path of the test program, without symbolic links.
private func runningProgram() -> String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
}
