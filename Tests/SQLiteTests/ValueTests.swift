import SQLite
import Testing

@Suite struct `A value` {
    @Test(arguments: [0, 1, -1, 255, Int64.max, .min])
    func `that is an integer is returned unchanged`(value: Int64) throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?1, typeof(?1)")
        try statement.bind(value, at: 1)

        let hasRow = try statement.step()

        #expect(hasRow)
        #expect(statement.int(at: 0) == value)
        #expect(statement.string(at: 1) == "integer")
    }

    @Test func `that is an Int needs no conversion`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?1 + ?2")
        let value: Int = 40
        try statement.bind(value, at: 1)
        try statement.bind(2, at: 2)

        _ = try statement.step()

        #expect(statement.int(at: 0) == 42)
    }

    @Test(arguments: [
        0, -0.0, 0.1, -1.5, 1e300, .pi, .infinity, -.infinity, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 9_007_199_254_740_992,
    ])
    func `that is a double is returned bit for bit`(value: Double) throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?1, typeof(?1)")
        try statement.bind(value, at: 1)

        _ = try statement.step()

        #expect(statement.double(at: 0).bitPattern == value.bitPattern)
        #expect(statement.string(at: 1) == "real")
    }

    @Test func `that is minus zero loses its sign in a REAL column`() throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x REAL) STRICT")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(-0.0, at: 1)
        try insert.run()

        var select = try connection.prepare("SELECT x, typeof(x) FROM t")
        _ = try select.step()

        #expect(select.double(at: 0).bitPattern == 0)
        #expect(select.string(at: 1) == "real")
    }

    @Test func `that is not a number becomes NULL`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?")
        try statement.bind(Double.nan, at: 1)

        _ = try statement.step()

        let isNull = statement.isNull(at: 0)
        #expect(isNull)
    }

    @Test(arguments: [
        "", "a", "fifteen bytes!!", "sixteen bytes!!!", "NUL \0 inside", "\0",
        "naïve 日本 👩‍👩‍👧 e\u{301}", "\u{FEFF}bom", "'; DROP TABLE t --",
        String(repeating: "long ", count: 20_000),
    ])
    func `that is a text is returned unchanged`(value: String) throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (a TEXT, b TEXT) STRICT")
        var insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2)")
        try insert.bind(text: value, at: 1)
        try insert.bind(text: value.utf8.span, at: 2)
        try insert.run()

        var select = try connection.prepare("SELECT a, b, typeof(a), typeof(b), a IS b FROM t")
        _ = try select.step()

        #expect(select.string(at: 0) == value)
        #expect(bytes(select.text(at: 0)) == Array(value.utf8))
        #expect(bytes(select.text(at: 1)) == Array(value.utf8))
        #expect(select.string(at: 2) == "text")
        #expect(select.string(at: 3) == "text")
        #expect(select.int(at: 4) == 1)
    }

    @Test func `that is not UTF-8 keeps its bytes and is repaired as a string`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?")
        try statement.bind(text: [0x61, 0xFF, 0x62].span, at: 1)

        _ = try statement.step()

        #expect(bytes(statement.text(at: 0)) == [0x61, 0xFF, 0x62])
        #expect(statement.string(at: 0) == "a\u{FFFD}b")
    }

    @Test(arguments: [[], [0], [0, 0, 0], Array(UInt8.min...UInt8.max)])
    func `that is a blob is returned unchanged`(value: [UInt8]) throws {
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x BLOB) STRICT")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(blob: value.span, at: 1)
        try insert.run()

        var select = try connection.prepare("SELECT x, typeof(x) FROM t")
        _ = try select.step()

        #expect(bytes(select.blob(at: 0)) == value)
        #expect(select.string(at: 1) == "blob")
    }

    @Test func `that is a blob of several pages is returned unchanged`() throws {
        let value = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let connection = try SQLiteConnection.inMemory("CREATE TABLE t (x BLOB) STRICT")
        var insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(blob: value.span, at: 1)
        try insert.run()

        var select = try connection.prepare("SELECT x FROM t")
        _ = try select.step()

        #expect(bytes(select.blob(at: 0)) == value)
    }

    @Test func `that is a UUID is sixteen bytes, the most significant first`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?1, hex(?1), typeof(?1)")
        try statement.bind(uuid: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210, at: 1)

        _ = try statement.step()

        let uuid = statement.uuid(at: 0)
        #expect(uuid?.high == 0x0123_4567_89AB_CDEF)
        #expect(uuid?.low == 0xFEDC_BA98_7654_3210)
        #expect(statement.string(at: 1) == "0123456789ABCDEFFEDCBA9876543210")
        #expect(statement.string(at: 2) == "blob")
    }

    @Test(arguments: ["x''", "zeroblob(15)", "zeroblob(17)", "NULL", "7"])
    func `that is not sixteen bytes is no UUID`(value: String) throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT \(value)")

        _ = try statement.step()

        let isNoUUID = statement.uuid(at: 0) == nil
        #expect(isNoUUID)
    }

    @Test func `that is nil becomes NULL, whatever its type`() throws {
        let connection = try SQLiteConnection.inMemory()
        var statement = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8")
        for index in Int32(1)...8 { try statement.bind(1, at: index) }
        try statement.bind(Int64?.none, at: 1)
        try statement.bind(Int?.none, at: 2)
        try statement.bind(Double?.none, at: 3)
        try statement.bind(text: String?.none, at: 4)
        try statement.bind(text: Span<UInt8>?.none, at: 5)
        try statement.bind(blob: nil, at: 6)
        try statement.bind(uuid: nil, at: 7)
        try statement.bindNull(at: 8)

        _ = try statement.step()

        let nulls = (Int32(0)..<8).map { statement.isNull(at: $0) }
        #expect(nulls == Array(repeating: true, count: 8))
    }

    @Test func `that is NULL is read as zero or empty`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT NULL")

        _ = try statement.step()

        let isNull = statement.isNull(at: 0)
        #expect(isNull)
        #expect(statement.int(at: 0) == 0)
        #expect(statement.double(at: 0) == 0)
        #expect(statement.string(at: 0) == "")
        #expect(bytes(statement.text(at: 0)) == [])
        #expect(bytes(statement.blob(at: 0)) == [])
    }

    @Test func `that is empty is not NULL`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT ?, ?, ?")
        try statement.bind(text: "", at: 1)
        try statement.bind(text: Span<UInt8>(), at: 2)
        try statement.bind(blob: Span<UInt8>(), at: 3)

        _ = try statement.step()

        let nulls = (Int32(0)..<3).map { statement.isNull(at: $0) }
        #expect(nulls == [false, false, false])
    }

    @Test func `that is a number is read as its digits and keeps its position`() throws {
        var statement = try SQLiteConnection.inMemory().prepare("SELECT -42, 1.5, zeroblob(3)")
        _ = try statement.step()

        let digits = statement.text(at: 0)
        let again = statement.blob(at: 0)
        let zeros = statement.blob(at: 2)
        let number = statement.int(at: 0)

        #expect(bytes(digits) == Array("-42".utf8))
        #expect(bytes(again) == Array("-42".utf8))
        #expect(number == -42)
        #expect(statement.string(at: 1) == "1.5")
        #expect(bytes(zeros) == [0, 0, 0])
        #expect(bytes(statement.text(at: 2)) == [0, 0, 0])
    }

    private func bytes(_ span: Span<UInt8>) -> [UInt8] {
        span.indices.map { span[$0] }
    }
}
