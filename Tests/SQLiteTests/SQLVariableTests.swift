import SQLite
import TestSupport
import Testing

@Suite struct `A SQL variable` {
    private let variable = SQLVariable()

    @Test func `has its current value in each row`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.define("answer", variable)
        var statement = try connection.prepare(
            "SELECT answer(column1) FROM (VALUES (0), (0), (0))")

        var answers: [Int64] = []
        for value in [7, -1, Int64.max] {
            variable.value = value
            let isRow = try statement.step()
            try #require(isRow)
            answers.append(statement.int(at: 0))
        }

        #expect(answers == [7, -1, .max])
    }

    @Test func `cannot be used by the schema of a file`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.define("answer", variable)

        let error = failure { () throws(DatabaseError) in
            try connection.execute("CREATE VIEW v AS SELECT answer(0)")
            _ = try connection.int("SELECT * FROM v")
        }

        #expect(error?.message.contains("unsafe use of answer()") == true)
    }

    @Test func `is retained as long as SQL can read it`() throws {
        weak var kept: SQLVariable?
        var connection: SQLiteConnection? = try .inMemory()
        do {
            let variable = SQLVariable()
            variable.value = 5
            kept = variable
            try connection?.define("answer", variable)
        }
        #expect(kept != nil)
        #expect(try connection?.int("SELECT answer(0)") == 5)

        connection = nil
        #expect(kept == nil)
    }

    @Test func `is released if its name is too long`() throws {
        weak var kept: SQLVariable?
        let name = String(repeating: "a", count: 256)
        do {
            let variable = SQLVariable()
            kept = variable
            let connection = try SQLiteConnection.inMemory()
            let error = failure { () throws(DatabaseError) in try connection.define(name, variable)
            }
            #expect(error?.kind == .misuse)
        }
        #expect(kept == nil)
    }
}
