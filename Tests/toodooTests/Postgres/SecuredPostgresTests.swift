import PostgreSQL
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

/// A server with a certificate and passwords.
@Suite(.enabled(if: PostgresWorld.isAvailable))
struct `A PostgreSQL server that requires a password` {
    private static let password = "p%40ss%2Fs3cret"

    @Test func `accepts only the right one over TLS, and it appears in no output`() throws {
        let folder = try TemporaryFolder()
        let place = try startSecuredServer(folder)
        let certificate = folder.file("server.crt")
        let query = "sslmode=verify-full&sslrootcert=\(certificate)"

        let server = try RunningServer(
            database: "postgres://ann:\(Self.password)@\(place)?\(query)")
        let added = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let log = try server.stop().error
        let wrong = try start("postgres://ann:wrong%2Fs3cret@\(place)?\(query)")
        let inQuery = try start("postgres://ann@\(place)?\(query)&password=s3cret")

        #expect(added.status == 201)
        #expect(log.contains(" info: the database is postgres://ann@\(place)?\(query)\n"))
        #expect(!log.contains("s3cret"))
        for ending in [wrong, inQuery] {
            #expect(ending.code == 1)
            #expect(
                ending.error.hasSuffix("password authentication failed for user \"ann\"\n"))
            #expect(!ending.error.contains("s3cret"))
        }
    }

    @Test func `is not trusted with the certificate of another server`() throws {
        let folder = try TemporaryFolder()
        let place = try startSecuredServer(folder)
        try makeCertificate("other", in: folder)
        let query = "sslmode=verify-full&sslrootcert=\(folder.file("other.crt"))"

        let ending = try start("postgres://ann:\(Self.password)@\(place)?\(query)")

        #expect(ending.code == 1)
        #expect(ending.error.contains("certificate verify failed"))
        #expect(!ending.error.contains("s3cret"))
    }

    /// Starts a server that accepts the account `ann` over TLS only; returns its part of a URL.
    private func startSecuredServer(_ folder: TemporaryFolder) throws -> String {
        try makeCertificate("server", in: folder)
        try folder.write(
            Array("hostssl all ann all scram-sha-256\nlocal all all trust\n".utf8), to: "hba.conf")
        let port = try ListeningSocket(.notListening).port
        let server = try #require(
            PostgresServer.start([
                "listen_addresses=127.0.0.1", "port=\(port)", "ssl=on",
                "hba_file=\(folder.file("hba.conf"))",
                "ssl_cert_file=\(folder.file("server.crt"))",
                "ssl_key_file=\(folder.file("server.key"))",
            ]))
        let session = try PostgresConnection(try server.makeDatabase())
        try session.execute(
            script: """
                CREATE ROLE ann LOGIN PASSWORD 'p@ss/s3cret';
                ALTER DATABASE test1 OWNER TO ann;
                """)
        return "localhost:\(port)/test1"
    }

    /// Creates a certificate, and a key that only the server's user can read.
    private func makeCertificate(_ name: String, in folder: TemporaryFolder) throws {
        _ = try shell(
            """
            cd \(folder.path) && chmod 755 . && openssl req -x509 -newkey ec \
            -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
            -keyout \(name).key -out \(name).crt 2>/dev/null && chmod 600 \(name).key && \
            if [ "$(id -u)" = 0 ]; then chown postgres \(name).key; fi
            """)
    }

    private func start(_ database: String) throws -> Program.Ending {
        try Program(["serve", "--port", "0", "--db", database]).refusal()
    }
}
