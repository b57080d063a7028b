import Foundation
import Testing

@Suite struct `A list of accounts or tokens` {
    private struct User: Decodable {
        let email: String
        let name: String
        let createdAt: Date
        let items: Int
        let lastUsedAt: Date?
    }

    private struct Token: Decodable {
        let handle: String
        let email: String
        let label: String?
        let createdAt: Date
        let lastUsedAt: Date
        let expiresAt: Date
        let scope: String
    }

    private static func read<Value: Decodable>(_ text: String) throws -> [Value] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode([Value].self, from: Data(text.utf8))
    }

    @Test func `is JSON for programs`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"milk"},{"title":"bread"}]"#)
        _ = try world.addUser("ann@example.org", "--name", #"Ann "A" Example"#, "--adopt")
        _ = try world.addUser("bob@example.org")
        _ = try world.run("token", "create", "--user", "bob@example.org", "--label", "a phone")
        _ = try world.run(
            "token", "create", "--user", "bob@example.org", "--label", "report",
            "--scope", "read")

        let users: [User] = try Self.read(world.run("user", "list", "--json").output)
        let tokens: [Token] = try Self.read(world.run("token", "list", "--json").output)
        let none: [Token] = try Self.read(
            world.run("token", "list", "--json", "--user", "ann@example.org").output)

        #expect(users.map(\.email) == ["ann@example.org", "bob@example.org"])
        #expect(users.map(\.name) == [#"Ann "A" Example"#, "bob"])
        #expect(users.map(\.items) == [2, 0])
        #expect(users.map { $0.lastUsedAt == nil } == [true, false])
        #expect(users[0].createdAt <= users[1].createdAt)
        #expect(tokens.map(\.label) == ["a phone", "report"])
        #expect(tokens.map(\.scope) == ["items", "read"])
        #expect(tokens[0].handle == (try world.firstTokenHandle()))
        #expect(tokens[0].email == "bob@example.org")
        #expect(tokens[0].createdAt <= tokens[0].lastUsedAt)
        #expect(tokens[0].lastUsedAt < tokens[0].expiresAt)
        #expect(none.isEmpty)
    }
}

extension CommandWorld {
    /// The handle of the token that `toodoo token list` shows first, below its headings.
    func firstTokenHandle() throws -> String {
        let lines = try run("token", "list").output.split(separator: "\n")
        return String(try #require(lines.dropFirst().first).prefix { $0 != "\t" })
    }
}
