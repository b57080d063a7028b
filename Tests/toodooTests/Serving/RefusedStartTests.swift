import Foundation
import SQLite
import SQLiteStorage
import Storage
import TestSupport
import Testing

@Suite struct `The server does not start` {
    // proves: durable-9
    @Test func `on a database of a newer version`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        try RunningServer(database: path).stop()
        try alter(path, "INSERT INTO migrations VALUES (9999, '9999_future.sql', '', 0)")

        let ending = try start(path)

        let known = Migration.sqlite.map(\.number).max() ?? 0
        #expect(
            ending
                == .failure(
                    1,
                    "\(path) was written by a newer toodoo (schema 9999, this one supports \(known)); "
                        + "use that version or restore a backup"))
    }

    // proves: durable-5
    @Test func `on a damaged database`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        try RunningServer(database: path).stop()
        let bytes = try folder.read("items.sqlite")
        let noise = [UInt8](repeating: 0xA5, count: bytes.count - 100)
        try folder.write(bytes.prefix(100) + noise, to: "items.sqlite")

        let ending = try start(path)

        #expect(
            ending
                == .failure(1, "\(path) is not a database, or it is damaged; restore a backup"))
    }

    // proves: durable-9
    @Test func `on a database of another program`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        try alter(path, "CREATE TABLE diary (page TEXT)")

        let ending = try start(path)

        #expect(
            ending
                == .failure(
                    1, "\(path) is a database of another program; choose another file with --db"))
    }

    // A process that only writes to the database does not exclude others.
    @Test func `on a database that another process has locked exclusively`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        try RunningServer(database: path).stop()
        let other = try SQLiteConnection.open(path, .readWrite)
        try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")

        let ending = try start(path)
        try other.execute("ROLLBACK")

        #expect(ending == .failure(1, "\(path) is locked by another process"))
    }

    @Test func `on a path that is a folder`() throws {
        let folder = try TemporaryFolder()

        let ending = try start(folder.path)

        #expect(ending == .failure(1, "\(folder.path) is not a file"))
    }

    // Even root cannot create a file below a file.
    // proves: operation-1
    @Test func `on a path that cannot be written to`() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        let path = folder.file("file/items.sqlite")

        let ending = try start(path)

        #expect(
            ending
                == .failure(
                    1, "\(path) cannot be opened or created; check its folder and permissions"))
    }

    @Test func `if the database's folder cannot be created`() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        let path = folder.file("file/folder/items.sqlite")

        let ending = try start(path)

        #expect(ending == .failure(1, "the folder of \(path) cannot be created: Not a directory"))
    }

    // proves: operation-1
    @Test func `on a port that is in use`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("first.sqlite"))

        let ending = try start(folder.file("second.sqlite"), port: server.port)

        #expect(
            ending
                == .failure(
                    1,
                    "port \(server.port) on 127.0.0.1 is in use; choose another with --port"))
        #expect(!folder.holds("second.sqlite"))
        #expect(try server.send("GET", "/healthz").status == 200)
    }

    @Test func `on a host that is not an address`() throws {
        let folder = try TemporaryFolder()

        let program = try Program([
            "serve", "--db", folder.file("items.sqlite"), "--auth", "off", "--host", "here",
        ])

        #expect(
            try program.refusal()
                == .failure(64, "--host must be an IPv4 or IPv6 address, not \"here\""))
        #expect(!folder.holds("items.sqlite"))
    }

    @Test func `with metrics on a host that is not an address`() throws {
        let folder = try TemporaryFolder()

        let program = try Program([
            "serve", "--port", "0", "--db", folder.file("items.sqlite"), "--metrics", "here:9100",
        ])

        #expect(
            try program.refusal()
                == .failure(64, "--metrics must have an IPv4 or IPv6 address, not \"here\""))
        #expect(!folder.holds("items.sqlite"))
    }

    @Test func `on a database that is named like a folder`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite/")

        let ending = try start(path)

        #expect(ending == .failure(1, "the folder of \(path) cannot be created: Is a directory"))
        #expect(!folder.holds("items.sqlite"))
    }

    @Test func `if the descriptor of --ready-fd is not open`() throws {
        let folder = try TemporaryFolder()

        let program = try Program(
            ["serve", "--port", "0", "--db", folder.file("items.sqlite"), "--ready-fd", "3"],
            redirection: "3>&-")

        #expect(
            try program.refusal()
                == .failure(64, "--ready-fd must be an open descriptor, not \"3\""))
        #expect(!folder.holds("items.sqlite"))
    }

    /// Starts a server that must fail, and waits for its end.
    private func start(_ database: String, port: UInt16 = 0) throws -> Program.Ending {
        try Program(["serve", "--port", "\(port)", "--db", database]).refusal()
    }

    /// Changes a database without the server.
    private func alter(_ path: String, _ sql: String) throws {
        try SQLiteConnection.open(path, .readWriteCreate).execute(sql)
    }
}
