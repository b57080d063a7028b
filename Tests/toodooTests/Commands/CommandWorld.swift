import Foundation
import PostgresTestSupport
import SQLite
import TestSupport
import Testing

/// A folder with a database, for commands.
final class CommandWorld {
    let folder: TemporaryFolder
    let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("items.sqlite")
    }

    /// The same with a new database on the tests' PostgreSQL server, if there is one.
    init(onServer _: Void) throws {
        folder = try TemporaryFolder()
        database = try #require(PostgresServer.shared).makeDatabase()
    }

    /// Runs a command on the database to its end.
    func run(_ words: String...) throws -> Program.Ending {
        try Program(words + ["--db", database]).ending()
    }

    /// The same, with this text on standard input.
    func run(_ words: String..., input: String) throws -> Program.Ending {
        try run(words, input: Array(input.utf8))
    }

    /// The same, with these bytes on standard input.
    func run(_ words: [String], input: [UInt8]) throws -> Program.Ending {
        try folder.write(input, to: "input")
        let file = try #require(FileHandle(forReadingAtPath: folder.file("input")))
        return try Program(words + ["--db", database], input: file).ending()
    }

    /// The same with a limit for the size of files, as on a full disk.
    func runWhereFilesStayBelow(
        kibibytes: Int, _ words: String...
    ) throws -> Program.Ending {
        let prelude = "trap '' XFSZ; ulimit -f \(kibibytes * 2);"
        return try Program(words + ["--db", database], prelude: prelude, redirection: "").ending()
    }

    /// The items, as an export writes them.
    func exported(_ format: String = "json") throws -> String {
        try run("export", "--format", format).output
    }

    /// Changes the database in a way that no command does.
    func alter(_ sql: String) throws {
        try SQLiteConnection.open(database, .readWrite).execute(sql)
    }

    /// Restores the schema before the last migration.
    func takeBackLastMigration() throws {
        try alter(
            """
            DROP VIEW owner_view; DROP VIEW item_view; DROP VIEW id_view; DROP VIEW log_view;
            DELETE FROM migrations WHERE number = 2;
            """)
    }

    /// One number from the database.
    func number(_ sql: String) throws -> Int {
        var statement = try SQLiteConnection.open(database, .readOnly).prepare(sql)
        _ = try statement.step()
        return Int(statement.int(at: 0))
    }

    /// A file of the folder, as text.
    func text(_ name: String) throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    /// The names of the files in the folder. The files that SQLite leaves if the last user was a
    /// reader are left out.
    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }
}

extension Program.Ending {
    /// A success with these lines.
    static func success(_ lines: String...) -> Program.Ending {
        Program.Ending(code: 0, output: lines.map { $0 + "\n" }.joined(), error: "")
    }
}
