import Foundation
import TestSupport
import Testing

@Suite struct `toodoo user password` {
    // proves: separation-3
    @Test func `sets a new password and revokes each token`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        _ = try world.addUser("bob@example.org")
        for email in ["ann@example.org", "ann@example.org", "bob@example.org"] {
            _ = try world.run("token", "create", "--user", email)
        }

        let two = try world.setPassword("ANN@example.org")
        let none = try world.setPassword("ann@example.org")
        _ = try world.run("token", "create", "--user", "ann@example.org")
        let one = try world.setPassword("ann@example.org")

        #expect(two == .success("ANN@example.org has a new password; revoked 2 tokens"))
        #expect(none == .success("ann@example.org has a new password; revoked 0 tokens"))
        #expect(one == .success("ann@example.org has a new password; revoked 1 token"))
        #expect(try world.number("SELECT count(*) FROM tokens") == 1)
        #expect(try world.number("SELECT count(DISTINCT password) FROM accounts") == 2)
        #expect(try world.run("check").code == 0)
    }

    // proves: separation-3
    @Test(arguments: [
        ("", "needs at least 10 bytes"), ("short\n", "needs at least 10 bytes"),
        ("password123\n", "is a common password"),
        ("lanterns9\r\n", "needs at least 10 bytes"),
        ("Crumbling!\n", "must not be the name or the email"),
        ("lighthouse@example.org\n", "must not be the name or the email"),
        (String(repeating: "x", count: 600), "may have at most 500 bytes"),
    ])
    func `refuses a bad password, and changes nothing`(input: String, sentence: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("lighthouse@example.org", "--name", "Crumbling!")
        _ = try world.run("token", "create", "--user", "lighthouse@example.org")

        let ending = try world.run("user", "password", "lighthouse@example.org", input: input)

        #expect(ending == .failure(1, "the password \(sentence)"))
        #expect(try world.number("SELECT count(*) FROM tokens") == 1)
        #expect(try world.number("SELECT revocations FROM access") == 0)
    }

    @Test func `refuses a password that is not UTF-8`() throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let latin = Array("p".utf8) + [0xE4] + Array("sswort lang genug\n".utf8)

        let ending = try world.run(["user", "password", "ann@example.org"], input: latin)

        #expect(ending == .failure(1, "the password is not UTF-8"))
        #expect(try world.number("SELECT revocations FROM access") == 0)
    }

    @Test(arguments: [
        (["bob@example.org"], 1, "there is no account with the email bob@example.org"),
        (["nobody"], 64, "the email must be an email address, such as ann@example.org"),
        ([], 64, "toodoo user password needs an email"),
        (["ann@example.org", "correct horse"], 64, "unexpected argument \"correct horse\""),
        (
            ["--password", "correct horse"], 64,
            "there is no option --password; try toodoo user password --help"
        ),
    ])
    func `refuses`(words: [String], code: Int32, sentence: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let ending = try Program(
            ["user", "password"] + words + ["--db", world.database]
        ).ending()

        #expect(ending.code == code)
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"), "\(ending.error)")
    }

    // proves: separation-3
    @Test
    func `takes effect in a running server, which refuses the former password and its tokens`()
        throws
    {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        let server = try RunningServer(
            database: world.database, arguments: ["--auth", "on", "--lanes", "2"])
        let tokens = [
            try #require(try server.signIn("correct horse battery")),
            String(
                try world.run("token", "create", "--user", "ann@example.org").output.dropLast()),
        ]
        // Two connections for each lane, which are assigned in turns.
        let clients = try (0..<4).map { _ in try WireClient(port: server.port) }
        let reads = tokens.map { token in request("GET", "/items", token: token) }
        let before = try clients.flatMap { client in
            try reads.map { try client.exchange($0).status }
        }
        let listener = try WireClient(port: server.port)
        try listener.send(
            request("GET", "/items/changes", token: tokens[0], accept: "text/event-stream"))

        let ending = try world.setPassword("ann@example.org")

        #expect(ending == .success("ann@example.org has a new password; revoked 2 tokens"))
        for client in clients {
            #expect(try reads.map { try client.exchange($0).status } == [401, 401])
        }
        #expect(before == Array(repeating: 200, count: 8))
        #expect(try server.signIn("correct horse battery") == nil)
        let token = try #require(try server.signIn("a crumbling lighthouse"))
        #expect(
            try clients[0].exchange(request("GET", "/items", token: token)).status == 200)
        // It comes with the end of the stream.
        #expect(try listener.answer().status == 200)
    }
}

extension CommandWorld {
    /// Sets another good password for an account.
    fileprivate func setPassword(_ email: String) throws -> Program.Ending {
        try run("user", "password", email, input: "a crumbling lighthouse\n")
    }
}

extension RunningServer {
    /// A token of ann@example.org for this password; nil if the password is wrong.
    fileprivate func signIn(_ password: String) throws -> String? {
        let answer = try send(
            "POST", "/sessions", json: #"{"email":"ann@example.org","password":"\#(password)"}"#)
        guard answer.status == 201 else {
            #expect(answer.status == 401)
            return nil
        }
        return answer.text.firstMatch(of: /"token":"([^"]+)"/).map { String($0.output.1) }
    }
}

private func request(
    _ method: String, _ target: String, token: String, accept: String = "*/*"
) -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n"
}
