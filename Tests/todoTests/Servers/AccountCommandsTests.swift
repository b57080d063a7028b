import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `Accounts` {
    private let machine = TestMachine()

    /// Creates an account on the server.
    private func signUp(_ email: String) async throws {
        let client = APIClient(
            baseURL: try #require(URL(string: TestMachine.address)), session: machine.server)
        _ = try await SignUpRepository.live(client).handleSignUp(
            "Ada", email, "a long password")
    }

    /// Signs in with the password in a pipe.
    private func logIn(_ email: String) async -> TestMachine.Ending {
        machine.terminal.inputLines = ["a long password"]
        return await machine.run("login", "--server", TestMachine.address, "--email", email)
    }

    private var credentials: URL {
        machine.folder.appending(path: "servers")
            .appending(component: "https%3A%2F%2Ftodo.example.org")
            .appending(path: "credentials.json")
    }

    @Test func `sign in with a password that is typed without an echo`() async throws {
        try await signUp("ada@example.org")
        machine.terminal.isTerminal = true
        machine.terminal.inputLines = ["ada@example.org", "a long password"]

        let ending = await machine.run("login", "--server", TestMachine.address)
        await machine.run("add", "Mine")

        #expect(ending.code == .done)
        #expect(ending.error == "Email: Password for ada@example.org: (hidden)")
        #expect(ending.output == "Signed in as ada@example.org.\n")
        #expect(machine.server.items.map(\.title) == ["Mine"])
        let use = await machine.run("use")
        #expect(use.output == "https://todo.example.org, signed in as ada@example.org\n")
    }

    @Test func `store the token readable by the user alone`() async throws {
        try await signUp("ada@example.org")
        _ = await logIn("ada@example.org")

        let attributes = try FileManager.default.attributesOfItem(atPath: credentials.path)

        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `replace a damaged file of credentials`() async throws {
        try await signUp("ada@example.org")
        _ = await logIn("ada@example.org")
        try Data("{".utf8).write(to: credentials)

        let damaged = await machine.run("sync")
        let ending = await logIn("ada@example.org")

        #expect(damaged.error.hasSuffix("The file is damaged; `todo login` replaces it.\n"))
        #expect(ending == .init(code: .done, output: "Signed in as ada@example.org.\n", error: ""))
        #expect(await machine.run("sync").code == .done)
    }

    @Test(arguments: [
        ("https://todo.example.org/Alice", "https://todo.example.org/alice", false),
        ("https://TODO.example.org/Alice", "HTTPS://todo.example.org/Alice/", true),
    ])
    func `belong to a server whose path differs in upper and lower case`(
        one: String, other: String, isSame: Bool
    ) throws {
        let isEqual = try ServerAddress(one).folderName == ServerAddress(other).folderName

        #expect(isEqual == isSame)
    }

    @Test func `move local items to the account, once`() async throws {
        try await signUp("ada@example.org")
        await machine.run("add", "Without a server")

        let first = await logIn("ada@example.org")
        let second = await logIn("ada@example.org")

        #expect(first.output == "Signed in as ada@example.org.\nMoved 1 local item.\n")
        #expect(second.output == "Signed in as ada@example.org.\n")
        #expect(machine.server.items.map(\.title) == ["Without a server"])
        #expect(await machine.run("export", "--data", machine.folder.path).code == .done)
        await machine.run("use", "none")
        #expect(try await machine.titles() == [])
    }

    @Test func `move items that waited for a sign-in`() async throws {
        try await signUp("ada@example.org")
        machine.server.token = "another one"
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Waiting")

        let ending = await logIn("ada@example.org")

        #expect(ending.output.contains("Moved 1 local item."))
        #expect(machine.server.items.map(\.title) == ["Waiting"])
    }

    @Test func `have separate items`() async throws {
        try await signUp("ada@example.org")
        try await signUp("bob@example.org")
        _ = await logIn("ada@example.org")
        await machine.run("add", "Ada's")

        let early = await logIn("bob@example.org")
        await machine.run("logout")
        _ = await logIn("bob@example.org")
        let bob = try await machine.titles()

        #expect(early.code == .usage)
        #expect(
            early.error
                == "todo: ada@example.org is signed in; use `todo logout` first.\n")
        #expect(bob == [])
    }

    @Test func `send unsent items before the sign-out`() async throws {
        try await signUp("ada@example.org")
        _ = await logIn("ada@example.org")
        await machine.run("add", "A", "--offline")

        let ending = await machine.run("logout")
        let again = await machine.run("logout")
        let json = await machine.run("logout", "--json")

        #expect(ending.output == "ada@example.org is signed out on this machine.\n")
        #expect(again.output == "No account is signed in.\n")
        #expect(json.output == #"{"server":"https://todo.example.org"}"# + "\n")
        #expect(machine.server.items.map(\.title) == ["A"])
        #expect(!FileManager.default.fileExists(atPath: credentials.path))
    }

    @Test func `sign out locally with a message if no server answers`() async throws {
        try await signUp("ada@example.org")
        _ = await logIn("ada@example.org")
        machine.server.isReachable = false

        let ending = await machine.run("logout")

        #expect(ending.code == .unreachable)
        #expect(ending.output == "ada@example.org is signed out on this machine.\n")
        #expect(!FileManager.default.fileExists(atPath: credentials.path))
    }

    @Test(arguments: [true, false])
    func `keep or forget what could not be sent, and say so`(forgets: Bool) async throws {
        try await signUp("ada@example.org")
        _ = await logIn("ada@example.org")
        machine.server.isReachable = false
        await machine.run("add", "A", "--offline")

        let ending =
            forgets ? await machine.run("logout", "--forget") : await machine.run("logout")
        machine.server.isReachable = true
        _ = await logIn("ada@example.org")

        #expect(
            ending.lines.last
                == (forgets
                    ? "Deleted 1 unsent item."
                    : "Kept 1 unsent item here for the next sign-in as this user."))
        #expect(machine.server.items.map(\.title) == (forgets ? [] : ["A"]))
    }

    @Test func `refuse a wrong password without a change`() async throws {
        try await signUp("ada@example.org")
        machine.terminal.inputLines = ["another password"]

        let ending = await machine.run(
            "login", "--server", TestMachine.address, "--email", "ada@example.org")

        #expect(ending.code == .refused)
        #expect(ending.error == "todo: The email or the password is wrong.\n")
        #expect(await machine.run("use").output == "No server is set.\n")
    }

    @Test func `wait when the server is overloaded`() async throws {
        try await signUp("ada@example.org")
        machine.server.fail(.status(503, retryAfter: nil))

        let ending = await logIn("ada@example.org")

        #expect(ending.code == .unreachable)
        #expect(ending.error == "todo: The server is overloaded; try again later.\n")
    }

    @Test func `wait a day at most after too many attempts`() async {
        var world = machine.world
        world.session = RecordingSession(
            .json(
                status: 429, #"{"type":"/problems/rate-limited","status":429}"#,
                headers: ["Retry-After": "9300000000000000000"]))
        machine.terminal.inputLines = ["a long password"]

        let ending = await machine.run(
            "login", "--server", TestMachine.address, "--email", "ada@example.org", in: world)

        #expect(
            ending.error == "todo: There were too many attempts; try again in 86400 s.\n")
    }

    @Test(arguments: ["--data", "--server"])
    func `need a value of an option`(option: String) async {
        let ending = await machine.run("login", option, "")

        #expect(ending.code == .usage)
        #expect(ending.error.hasPrefix("todo: \(option) needs a value: "))
    }

    @Test func `need an email and a password`() async {
        let noEmail = await machine.run("login", "--server", TestMachine.address)
        let noPassword = await machine.run(
            "login", "--server", TestMachine.address, "--email", "ada@example.org")

        #expect(noEmail.code == .usage)
        #expect(noPassword.error == "todo: The password is missing.\n")
    }

    @Test func `warn if a password is sent unencrypted over a network`() async {
        machine.terminal.inputLines = ["a long password"]

        let ending = await machine.run(
            "login", "--server", "http://todo.example.org", "--email", "ada@example.org")

        #expect(ending.error.hasPrefix("todo: The password goes unencrypted over the network"))
    }
}

@Suite struct `todo use` {
    private let machine = TestMachine()

    @Test func `sets a server and moves the local items`() async throws {
        await machine.run("add", "A")

        let use = await machine.run("use", TestMachine.address)
        let shown = await machine.run("use", "--json")
        await machine.run("sync")

        #expect(use.output == "The server is https://todo.example.org.\nMoved 1 local item.\n")
        #expect(shown.output == #"{"server":"https://todo.example.org"}"# + "\n")
        #expect(machine.server.items.map(\.title) == ["A"])
    }

    @Test func `keeps the items of servers apart`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "A")

        await machine.run("use", "https://other.example.org", "--offline")
        let other = try await machine.titles()
        await machine.run("use", TestMachine.address)
        let first = try await machine.titles()

        #expect(other == [])
        #expect(first == ["A"])
    }

    @Test(arguments: [302, 200, 404])
    func `asks the server first, and changes nothing if it is none`(status: Int) async throws {
        await machine.run("add", "A")
        machine.server.fail(.content(status: status, "<h1>Hello</h1>"))

        let refused = await machine.run("use", TestMachine.address)

        #expect(refused.code == .unreachable)
        #expect(refused.error.contains("Nothing was changed"))
        #expect(await machine.run("use").output == "No server is set.\n")
        #expect(try await machine.titles() == ["A"])
    }

    @Test func `names the target of a redirect`() async {
        var world = machine.world
        world.session = RecordingSession(
            .json(status: 301, "", headers: ["Location": "https://todo.example.org/items"]))

        let refused = await machine.run("use", "http://todo.example.org", in: world)

        #expect(
            refused.error.contains(
                "it redirects to https://todo.example.org/items; use its https:// address"))
    }

    @Test func `can leave a wrong server with all items`() async throws {
        await machine.run("add", "A")
        await machine.run("use", "https://wrong.example.org", "--offline")
        await machine.run("add", "B", "--offline")

        let left = await machine.run("use", "none")

        #expect(left.output == "No server is set.\nMoved 2 local items.\n")
        #expect(try await machine.titles() == ["A", "B"])
    }

    @Test func `is no step of undo, and what could be undone still can be`() async throws {
        await machine.run("add", "A")
        await machine.run("done", "1")
        await machine.run("use", TestMachine.address)

        let undone = await machine.run("undo")
        let open = try await machine.items().map(\.done)
        let second = await machine.run("undo")

        #expect(undone.output == "Undone 1: A\n")
        #expect(open == [false])
        #expect(second.output == "Undone 1: A\n")
        #expect(await machine.run("undo").output == "There is nothing to undo.\n")
        #expect(machine.server.items.isEmpty)
    }

    @Test func `ends the use of a server`() async {
        await machine.run("use", TestMachine.address)

        let none = await machine.run("use", "none")

        #expect(none.output == "No server is set.\n")
        #expect(await machine.run("sync").code == .usage)
    }

    @Test(arguments: [0, 1, 2])
    func `ends the use of a server, and tells where the items are`(count: Int) async {
        await machine.run("use", TestMachine.address)
        for number in 0..<count { await machine.run("add", "\(number)") }

        let none = await machine.run("use", "none")
        await machine.run("use", TestMachine.address)
        let list = await machine.run()

        let items = count == 1 ? "1 item stays" : "2 items stay"
        #expect(
            none.lines
                == ["No server is set."]
                + (count == 0
                    ? []
                    : [
                        "\(items) with https://todo.example.org; "
                            + "`todo use https://todo.example.org` shows "
                            + (count == 1 ? "it again." : "them again.")
                    ]))
        #expect(list.lines.count == count)
    }
    @Test func `keeps what was changed here if the server has the item`() async throws {
        let file = machine.folder.appending(path: "list.json").path
        await machine.run("add", "A")
        await machine.run("add", "Same")
        await machine.run("export", file)
        await machine.run("use", TestMachine.address)
        await machine.run("sync")
        await machine.run("use", "none")
        await machine.run("import", file)
        await machine.run("edit", "1", "--title", "B")

        let use = await machine.run("use", TestMachine.address)

        #expect(use.output == "The server is https://todo.example.org.\nMoved 1 local item.\n")
        #expect(try await machine.titles() == ["B", "Same"])
        let conflicts = await machine.run("conflicts")
        #expect(conflicts.lines.count == 1)
        #expect(conflicts.output.hasPrefix("1  B: the title “A” was replaced by “B”"))
        #expect(machine.server.items.map(\.title) == ["B", "Same"])
    }
}
