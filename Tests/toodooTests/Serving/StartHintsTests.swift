import TestSupport
import Testing

@Suite struct `The log messages at the start` {
    @Test func `contain a command that creates the first account in the served database`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("my items.sqlite")
        let server = try RunningServer(
            database: database, arguments: ["--auth", "on", "--page", "off"])
        defer { _ = try? server.stop() }

        let hint = try server.program.errorLine()
        let command = try #require(hint.firstMatch(of: /toodoo (user add --db .+?) \(in a con/))
        let arguments = String(command.output.1)
        _ = try shell("echo 'correct horse battery' | \(toodooBinary()) \(arguments)")

        let users = try shell("\(toodooBinary()) user list --db '\(database)'")
        #expect(users.contains("\nyou@example.org\t"))
    }

    @Test(arguments: [
        ([], 201, "sign-up is open"), (["--sign-up", "closed"], 403, "sign-up is closed"),
        (["--proxies", "127.0.0.1"], 403, "sign-up is closed"),
        (["--proxies", "127.0.0.1", "--sign-up", "open"], 201, "sign-up is open"),
    ])
    func `state correctly whether clients can sign up`(
        words: [String], status: Int, sentence: String
    ) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--auth", "on"] + words)
        defer { _ = try? server.stop() }

        let lines = [try server.program.errorLine(), try server.program.errorLine()]
        let answer = try server.send(
            "POST", "/users",
            json: #"{"name":"Ann","email":"ann@example.org","password":"correct horse battery"}"#)

        #expect(lines[1].contains(" info: \(sentence)"))
        #expect(answer.status == status)
    }

    @Test func `warn that items of accounts are not shown without tokens`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        _ = try shell(
            "echo 'correct horse battery' | "
                + "\(toodooBinary()) user add --db '\(database)' --email a@example.org")
        let server = try RunningServer(database: database)
        defer { _ = try? server.stop() }

        let lines = [try server.program.errorLine(), try server.program.errorLine()]

        #expect(lines[1].contains(" warning: the database has accounts, whose items are not shown"))
    }

    @Test func `name the database`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        let server = try RunningServer(database: database)
        defer { _ = try? server.stop() }

        let lines = [try server.program.errorLine(), try server.program.errorLine()]

        #expect(lines[0].contains(" info: try: curl"))
        #expect(lines[1].hasSuffix(" info: the database is \(database)"))
    }
}
