import CommandLine
import Glibc
import HTTPServer
import SQLite
import SQLiteStorage
import Testing

@testable import toodoo

@Suite struct `A failure has a message of one sentence` {
    @Test(arguments: [
        (
            UsageFailure.noHome,
            "neither XDG_DATA_HOME nor HOME is an absolute path; name the database with --db"
        ),
        (
            .databaseURL,
            "the URL of the database cannot be read; it must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, "
                + "with other characters than letters, digits and -._~ in user and password as %XX"
        ),
        (
            .tooManySockets("2"),
            "only one socket can be inherited, but LISTEN_FDS is \"2\""
        ),
    ])
    func `if the command line is invalid`(failure: UsageFailure, sentence: String) {
        #expect(ToodooCommand.program.message(of: failure) == sentence)
    }

    @Test(
        arguments: [
            (
                OpenFailure.foreignDatabase,
                "a.sqlite is a database of another program; choose another file with --db"
            ),
            (
                .development,
                "a.sqlite was created by a development version of toodoo; export its items with toodoo export "
                    + "of that version and import them into a new database with toodoo import of this one"
            ),
            (
                .newer(found: 7, known: 2),
                "a.sqlite was written by a newer toodoo (schema 7, this one supports 2); "
                    + "use that version or restore a backup"
            ),
            (
                .edited("0001_schema.sql"),
                "a.sqlite was created with a different migration 0001_schema.sql; "
                    + "this toodoo was built from an edited migration and must not use it"
            ),
            (
                .migration("0002_more.sql", DatabaseError(code: 1, message: "no such table: t")),
                "a.sqlite could not be migrated by 0002_more.sql and is unchanged: "
                    + "no such table: t"
            ),
        ] as [(OpenFailure, String)])
    func `if the database cannot be used`(failure: OpenFailure, sentence: String) {
        #expect(failure.message("a.sqlite") == sentence)
    }

    // The codes are SQLite's (sqlite.org/rescode.html).
    @Test(arguments: [
        (5, "a.sqlite is locked by another process"),
        (517, "a.sqlite is locked by another process"),
        (11, "a.sqlite is not a database, or it is damaged; restore a backup"),
        (26, "a.sqlite is not a database, or it is damaged; restore a backup"),
        (8, "a.sqlite cannot be written to"),
        (14, "a.sqlite cannot be opened or created; check its folder and permissions"),
        (13, "the disk of a.sqlite is full"),
        (10, "a.sqlite could not be read or written: the message of SQLite"),
        (1, "a.sqlite could not be opened: the message of SQLite"),
        (7, "a.sqlite could not be opened: the message of SQLite"),
    ])
    func `if SQLite cannot open the database`(code: Int32, sentence: String) {
        let failure = OpenFailure.database(
            DatabaseError(code: code, message: "the message of SQLite"))

        #expect(failure.message("a.sqlite") == sentence)
    }

    @Test func `if the host is not an address`() {
        let failure = ListenFailure.notAnAddress("here")

        #expect(
            failure.message(host: "here", port: 80)
                == "--host must be an IPv4 or IPv6 address, not \"here\"")
        #expect(failure.exitCode == .usage)
    }

    @Test func `if the port is in use`() {
        let failure = ListenFailure.system(error(EADDRINUSE))

        #expect(
            failure.message(host: "127.0.0.1", port: 80)
                == "port 80 on 127.0.0.1 is in use; choose another with --port")
        #expect(failure.exitCode == .failure)
    }

    @Test func `if the system refuses to listen`() {
        let failure = ListenFailure.system(error(EACCES))

        #expect(
            failure.message(host: "127.0.0.1", port: 80)
                == "cannot listen on port 80 of 127.0.0.1: Permission denied")
        #expect(failure.exitCode == .failure)
    }

    /// The kernel's reason with this number.
    private func error(_ code: Int32) -> Errno {
        errno = code
        return Errno.last
    }
}
