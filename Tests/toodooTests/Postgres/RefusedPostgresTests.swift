import Foundation
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// An unusable database causes one sentence and exit code 1, before the server listens.
@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A server does not start on PostgreSQL` {
    // proves: operation-1
    @Test func `if no server listens`() throws {
        let port = try ListeningSocket(.notListening).port
        let url = "postgres://ann:s3cret@127.0.0.1:\(port)/toodoo?sslmode=disable"

        let ending = try start(url)

        let name = "postgres://ann@127.0.0.1:\(port)/toodoo?sslmode=disable"
        #expect(
            ending
                == .failure(
                    1,
                    "\(name) cannot be reached: connection to server at \"127.0.0.1\", port \(port) "
                        + "failed: Connection refused"))
    }

    // proves: operation-1
    @Test func `on an unknown host`() throws {
        let ending = try start("postgres://ann:s3cret@nosuch.invalid/toodoo")

        #expect(ending.code == 1)
        #expect(
            ending.error.hasPrefix(
                "toodoo: postgres://ann@nosuch.invalid/toodoo cannot be reached: could not translate "
                    + "host name \"nosuch.invalid\" to address: "))
        #expect(ending.error.split(separator: "\n").count == 1)
    }

    // proves: operation-1
    @Test(arguments: [
        (
            ScriptedPostgres.Kind.withoutTLS, "sslmode=require",
            "cannot be reached: connection to server at \"127.0.0.1\", port PORT failed: server does "
                + "not support SSL, but SSL was required"
        ),
        (
            .silent, "sslmode=disable&connect_timeout=2",
            "cannot be reached: connection to server at \"127.0.0.1\", port PORT failed: timeout "
                + "expired"
        ),
    ])
    func `if the server is not PostgreSQL with TLS, or silent`(
        kind: ScriptedPostgres.Kind, query: String, sentence: String
    ) throws {
        let port = try ScriptedPostgres(kind).port
        let location = "127.0.0.1:\(port)/toodoo?\(query)"

        let ending = try start("postgres://ann:s3cret@\(location)")

        let reason = sentence.replacing("PORT", with: "\(port)")
        #expect(ending == .failure(1, "postgres://ann@\(location) \(reason)"))
    }

    // proves: operation-1
    @Test func `if the server is too old`() throws {
        let port = try ScriptedPostgres(.old).port
        let location = "127.0.0.1:\(port)/toodoo?sslmode=disable"

        let ending = try start("postgres://ann:s3cret@\(location)")

        #expect(
            ending
                == .failure(
                    1,
                    "the server of postgres://ann@\(location) is PostgreSQL 14.9; toodoo needs version "
                        + "15 or newer"))
    }

    @Test func `if the server answers with rows without an end`() throws {
        let port = try ScriptedPostgres(.endless).port
        let location = "127.0.0.1:\(port)/toodoo?sslmode=disable"

        let ending = try start("postgres://ann:s3cret@\(location)")

        #expect(
            ending
                == .failure(
                    1,
                    "postgres://ann@\(location) answered more than 16 MiB at once, which no database of "
                        + "toodoo does"))
    }

    // libpq's own message would quote the unknown part.
    // proves: separation-6
    @Test func `with a part of the URL that libpq does not support`() throws {
        let ending = try start("postgres://db/toodoo?pasword=s3cret")

        #expect(
            ending.error
                == "toodoo: postgres://db/toodoo cannot be used: libpq does not support a part of the "
                + "URL\n")
        #expect(ending.code == 1)
    }

    // proves: operation-1
    @Test func `in a missing database`() throws {
        let url = try #require(PostgresServer.shared).url(of: "nosuch")

        let ending = try start(url)

        #expect(ending.code == 1)
        #expect(ending.error.hasPrefix("toodoo: \(url) cannot be reached: "))
        #expect(ending.error.hasSuffix("database \"nosuch\" does not exist\n"))
    }

    // proves: operation-1
    @Test func `as a user without permission to create tables`() throws {
        let server = try #require(PostgresServer.shared)
        let url = try server.makeDatabase()
        let session = try PostgresConnection(url)
        try session.execute(
            script: """
                DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN END $$;
                REVOKE CREATE ON SCHEMA public FROM PUBLIC
                """)
        let guest = url.replacing("user=postgres", with: "user=guest")

        let ending = try start(guest)

        #expect(
            ending
                == .failure(
                    1,
                    "\(guest) does not let this user create or change tables; grant CREATE on its "
                        + "schema, or make the user the owner of the database"))
    }

    // proves: operation-1
    @Test(arguments: [
        (
            "INSERT INTO migrations VALUES (9999, 'future', 0, 0)",
            "was written by a newer toodoo (schema 9999, this one supports KNOWN); use that version"
        ),
        (
            "UPDATE migrations SET checksum = 1 WHERE number = 1",
            "was created with a different migration NAME; this toodoo was built from an edited "
                + "migration and must not use it"
        ),
        (
            """
            DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database()
            || ' SET default_transaction_read_only = on'; END $$
            """,
            "cannot be written to: its server is a standby, or read-only; name the primary, or all "
                + "servers with ?target_session_attrs=read-write"
        ),
        (
            "DROP TABLE migrations; CREATE TABLE diary (page text)",
            "is a database of another program; choose another with --db"
        ),
    ])
    func `on a database that is foreign or read-only`(
        sql: String, sentence: String
    ) throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        _ = try Migrator(session, clock: .constant(0)).migrate()
        try session.execute(script: sql)
        session.close()

        let ending = try start(url)

        let known = Migration.postgres.map(\.number).max() ?? 0
        let reason = sentence.replacing("KNOWN", with: "\(known)")
            .replacing("NAME", with: Migration.postgres[0].name)
        #expect(ending == .failure(1, "\(url) \(reason)"))
    }

    /// Starts a server that must fail, and waits for its end.
    private func start(_ database: String) throws -> Program.Ending {
        try Program(["serve", "--port", "0", "--db", database]).refusal()
    }
}
