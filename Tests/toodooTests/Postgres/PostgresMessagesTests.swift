import PostgreSQL
import PostgresStorage
import Testing

@testable import toodoo

@Suite struct `The failure to use a database on a server has a message` {
    private static let name = "postgres://ann@db/toodoo"

    // proves: operation-1
    @Test(arguments: [
        (
            PostgresOpenFailure.database(.libraryMissing("libpq.so.5")),
            "\(name) needs libpq.so.5, which cannot be loaded; install it (Debian: apt install libpq5)"
        ),
        (
            .database(.disconnected("server closed the connection unexpectedly")),
            "\(name) has closed the connection: server closed the connection unexpectedly"
        ),
        (.database(.timedOut), "\(name) did not answer in time"),
        (
            .database(.refused(.diskFull, "could not extend file")),
            "the disk of the server of \(name) is full"
        ),
        (
            .migration("0001_schema", .refused(.diskFull, "could not extend file")),
            "the disk of the server of \(name) is full"
        ),
        (
            .database(.refused(.lockNotAvailable, "canceling statement due to lock timeout")),
            "\(name) could not be opened: canceling statement due to lock timeout (SQLSTATE 55P03)"
        ),
        (
            .migration("0001_schema", .refused(.undefinedTable, "no such table")),
            "\(name) could not be migrated by 0001_schema and is unchanged: no such table "
                + "(SQLSTATE 42P01)"
        ),
        (
            .older,
            "\(name) was written by an older toodoo; bring it up to date with toodoo migrate"
        ),
        (
            .inUse(connections: 2, of: "psql, toodoo"),
            "\(name) is in use by 2 other connections (psql, toodoo); stop the servers first"
        ),
        (
            .database(.oldServer(version: 90_603)),
            "the server of \(name) is PostgreSQL 9.6; toodoo needs version 15 or newer"
        ),
    ])
    func `of one sentence`(failure: PostgresOpenFailure, sentence: String) {
        #expect(failure.message(Self.name) == sentence)
    }
}
