import APITestSupport
import Foundation
import HTTPServer
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@testable import toodoo

@Suite struct `toodoo restore of a database in use` {
    // proves: durable-6
    @Test func `refuses a database that a server uses`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let server = try RunningServer(database: world.database)

        let ending = try world.run("restore", copy)

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) is in use by a server or another command; stop it first"))
        #expect(try server.send("POST", "/items", json: #"{"title":"Still here"}"#).status == 201)
    }

    @Test
    func
        `works after a kill of the server, and keeps its acknowledged writes in the replaced database`()
        throws
    {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"{"title":"Answered"}"#)
        server.program.send(SIGKILL)
        _ = try server.program.ending()

        let ending = try world.run("restore", copy)

        let former = try #require(ending.output.firstMatch(of: /kept as (.*)\n/)).output.1
        #expect(try !world.exported().contains("Answered"))
        let kept = try Program(["export", "--db", String(former)]).ending().output
        #expect(kept.contains("Answered"))
    }

    @Test func `refuses a database that another program has opened`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let reader = try SQLiteConnection.open(world.database, .readOnly)
        try reader.execute("BEGIN; SELECT * FROM items")
        _ = try world.run("import", "-", input: #"[{"title":"New"}]"#)

        let ending = try world.run("restore", copy)
        try reader.execute("COMMIT")

        #expect(ending.code == 1)
        #expect(ending.error.contains("is in use"))
        #expect(try world.exported().contains("New"))
    }

    // proves: durable-6
    @Test func `refuses a database of an idle server whose lock file was removed`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        let server = try RunningServer(database: world.database)
        _ = try server.send("POST", "/items", json: #"{"title":"Answered"}"#)
        try FileManager.default.removeItem(atPath: world.database + ".lock")

        let ending = try world.run("restore", copy)
        let later = try server.send("POST", "/items", json: #"{"title":"Later"}"#)

        #expect(
            ending
                == .failure(
                    1,
                    "\(world.database) is in use by a server or another command; stop it first"))
        #expect(later.status == 201)
        let items = try world.exported()
        #expect(items.contains("Answered") && items.contains("Later"))
    }

    @Test func `refuses a database without a log that another program writes to`() throws {
        let world = try CommandWorld()
        let copy = try world.backup(of: "Old")
        try world.alter("PRAGMA journal_mode = DELETE")
        let other = try SQLiteConnection.open(world.database, .readWrite)
        try other.execute("BEGIN IMMEDIATE")

        let ending = try world.run("restore", copy)
        try other.execute("COMMIT")

        #expect(ending.code == 1)
        #expect(ending.error.contains("is in use"))
        #expect(try world.run("restore", copy).code == 0)
    }
}
