import SQLite
import TestSupport

/// The error that `body` throws; nil without one.
func failure(_ body: () throws(DatabaseError) -> Void) -> DatabaseError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

extension SQLiteConnection {
    /// A database in memory, with a script run on it.
    static func inMemory(_ script: String = "") throws(DatabaseError) -> SQLiteConnection {
        let connection = try SQLiteConnection.open(":memory:", .readWriteCreate)
        try connection.execute(script)
        return connection
    }

    /// The first column of the first row, as a text.
    func string(_ sql: String) throws(DatabaseError) -> String? {
        var statement = try prepare(sql)
        return try statement.withReset { (statement) throws(DatabaseError) in
            try statement.step() ? statement.string(at: 0) : nil
        }
    }

    /// The first column of the first row, as an integer.
    func int(_ sql: String) throws(DatabaseError) -> Int64? {
        var statement = try prepare(sql)
        return try statement.withReset { statement throws(DatabaseError) in
            try statement.step() ? statement.int(at: 0) : nil
        }
    }
}

/// The path of a test's database, in a temporary folder.
extension TemporaryFolder {
    var database: String { file("test.sqlite") }

    /// Whether SQLite has a file with this suffix next to the database.
    func holdsBeside(_ ending: String) -> Bool { holds("test.sqlite" + ending) }

    /// Truncates the database to its first `size` bytes.
    func cutDatabase(to size: Int) throws {
        try write(Array(try read("test.sqlite").prefix(size)), to: "test.sqlite")
    }
}
