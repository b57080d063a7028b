import TestSupport
import Testing

@Suite struct `The link for the first account` {
    /// The token of a link in a line of the log or of output.
    private func token(_ line: String, at server: String) throws -> String {
        let found = try #require(
            line.firstMatch(of: /(http[^ ]+)\/#\/setup\/([\w-]{43})/), "\(line)")
        #expect(String(found.output.1) == server)
        return String(found.output.2)
    }

    private func body(_ token: String, _ name: String = "ada") -> String {
        """
        {"name":"\(name)","email":"\(name)@example.org","password":"correct horse battery",\
        "setupToken":"\(token)"}
        """
    }

    @Test func `is in the log of a server, and works once, with sign-up closed`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"Milk"}]"#)
        let server = try RunningServer(
            database: world.database, arguments: ["--auth", "on", "--sign-up", "closed"])
        let token = try token(server.program.errorLine(), at: "http://\(server.host)")

        let first = try server.send("POST", "/users", json: body(token))
        let second = try server.send("POST", "/users", json: body(token, "eve"))
        let ending = try server.stop()

        #expect([first.status, second.status] == [201, 403])
        #expect(ending.error.contains("1 item was written without accounts"))
        #expect(!ending.error.contains(token))
        let export = try world.run("export", "--user", "ada@example.org")
        #expect(export.output.contains("Milk"))
        let again = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        #expect(try !again.program.errorLine().contains("setup"))
        try again.stop()
    }

    @Test func `is printed anew by a command, and by the next start, in place of the former`()
        throws
    {
        let world = try CommandWorld()
        let server = try RunningServer(database: world.database, arguments: ["--auth", "on"])
        let first = try token(server.program.errorLine(), at: "http://\(server.host)")

        let printed = try world.run("setup-link", "--url", "https://todo.example.org/")
        let second = try token(printed.output, at: "https://todo.example.org")
        let statuses = try [first, second].map {
            try server.send("POST", "/users", json: body($0)).status
        }
        let late = try world.run("setup-link")
        try server.stop()

        #expect(printed == .success("https://todo.example.org/#/setup/\(second)"))
        #expect(statuses == [403, 201])
        #expect(late == .failure(1, "there is an account already; toodoo user add adds others"))
    }

    @Test func `is printed only for a database that exists, and a URL of a server`() throws {
        let world = try CommandWorld()

        let missing = try world.run("setup-link")
        let wrong = try ["todo.example.org", "https://a/b", "ftp://a", "https://", "http://a b"]
            .map { try world.run("setup-link", "--url", $0).code }

        #expect(missing.code == 1)
        #expect(missing.error.contains("there is no database"))
        #expect(wrong == [64, 64, 64, 64, 64])
    }

    @Test func `leads to this machine without a URL`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")

        let printed = try world.run("setup-link")

        _ = try token(printed.output, at: "http://127.0.0.1:8080")
    }
}
