import SQLite
import TestSupport
import Testing

@Suite struct `A number that SQL asks for` {
    private let asked = Asked()

    @Test func `is what it is by then, in each row`() throws {
        let connection = try Connection.inMemory()
        try connection.define("answer", asked)
        var statement = try connection.prepare(
            "SELECT answer(column1) FROM (VALUES (0), (0), (0))")

        var answers: [Int64] = []
        for value in [7, -1, Int64.max] {
            asked.value = value
            let isRow = try statement.step()
            try #require(isRow)
            answers.append(statement.int(at: 0))
        }

        #expect(answers == [7, -1, .max])
    }

    @Test func `is not for what a file brings along`() throws {
        let connection = try Connection.inMemory()
        try connection.define("answer", asked)

        let error = failure { () throws(DatabaseError) in
            try connection.execute("CREATE VIEW v AS SELECT answer(0)")
            _ = try connection.int("SELECT * FROM v")
        }

        #expect(error?.message.contains("unsafe use of answer()") == true)
    }

    @Test func `is kept for as long as somebody can ask`() throws {
        weak var kept: Asked?
        var connection: Connection? = try .inMemory()
        do {
            let asked = Asked()
            asked.value = 5
            kept = asked
            try connection?.define("answer", asked)
        }
        #expect(kept != nil)
        #expect(try connection?.int("SELECT answer(0)") == 5)

        connection = nil
        #expect(kept == nil)
    }

    @Test func `is let go of when its name is too long`() throws {
        weak var kept: Asked?
        let name = String(repeating: "a", count: 256)
        do {
            let asked = Asked()
            kept = asked
            let connection = try Connection.inMemory()
            let error = failure { () throws(DatabaseError) in try connection.define(name, asked) }
            #expect(error?.kind == .misuse)
        }
        #expect(kept == nil)
    }
}
