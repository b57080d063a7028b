import SQLite
import Testing

@Suite struct `A report of progress` {
    private static let query = """
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        SELECT count(*) FROM n
        """

    @Test func `is made again and again during a statement, and not after the work`() throws {
        let connection = try SQLiteConnection.inMemory()
        var reports = 0

        try connection.reporting({ reports += 1 }) { () throws(DatabaseError) in
            try connection.execute(Self.query)
        }

        let during = reports
        try connection.execute(Self.query)
        #expect(during > 10)
        #expect(reports == during)
    }

    @Test func `is not made after work that failed`() throws {
        let connection = try SQLiteConnection.inMemory()
        var reports = 0

        let failure = failure { () throws(DatabaseError) in
            try connection.reporting({ reports += 1 }) { () throws(DatabaseError) in
                try connection.execute("SELECT * FROM missing")
            }
        }

        try connection.execute(Self.query)
        #expect(failure != nil)
        #expect(reports == 0)
    }
}
