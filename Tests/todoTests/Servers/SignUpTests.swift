import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `todo signup` {
    private let machine = TestMachine()

    @Test func `creates an account, signs in and moves the local items`() async throws {
        await machine.run("add", "Mine")
        machine.terminal.isTerminal = true
        machine.terminal.inputLines = [
            "Ada", "ada@example.org", "a long password", "a long password",
        ]

        let ending = await machine.run("signup", "--server", TestMachine.address)

        #expect(ending.code == .done)
        #expect(
            ending.error
                == "Name: Email: Password for ada@example.org: (hidden)Password again: (hidden)")
        #expect(ending.output == "Signed in as ada@example.org.\nMoved 1 local item.\n")
        #expect(machine.server.items.map(\.title) == ["Mine"])
    }

    @Test func `reads the password from a pipe, once`() async throws {
        machine.terminal.inputLines = ["a long password"]

        let ending = await machine.run(
            "signup", "--server", TestMachine.address, "--email", "ada@example.org", "--name",
            "Ada")

        #expect(ending.code == .done)
        #expect(ending.output == "Signed in as ada@example.org.\n")
    }

    @Test func `refuses passwords that differ`() async throws {
        machine.terminal.isTerminal = true
        machine.terminal.inputLines = ["Ada", "ada@example.org", "a long password", "another"]

        let ending = await machine.run("signup", "--server", TestMachine.address)

        #expect(ending.code == .usage)
        #expect(ending.error.hasSuffix("todo: The passwords differ.\n"))
        #expect(machine.server.requests.isEmpty)
    }

    @Test func `prints each fault, and an email that is taken`() async throws {
        machine.terminal.inputLines = ["short"]
        let faults = await machine.run(
            "signup", "--server", TestMachine.address, "--email", "ada", "--name", " ")
        for _ in 0..<2 {
            machine.terminal.inputLines = ["a long password"]
            await machine.run(
                "signup", "--server", TestMachine.address, "--email", "ada@example.org", "--name",
                "Ada")
        }
        let other = TestMachine(server: machine.server)
        other.terminal.inputLines = ["a long password"]
        let taken = await other.run(
            "signup", "--server", TestMachine.address, "--email", "Ada@example.org", "--name", "A")

        #expect(faults.code == .usage)
        #expect(
            faults.error
                == "todo: The email is not an address. The name is empty. "
                + "The password has fewer than 10 bytes.\n")
        #expect(taken.code == .refused)
        #expect(taken.error == "todo: Another account has this email.\n")
    }

    @Test func `prints the server's refusal of a field as a sentence`() async throws {
        var world = machine.world
        world.session = RecordingSession(
            .json(
                status: 422,
                """
                {"type":"/problems/invalid","status":422,"errors":
                 [{"pointer":"/password","detail":"is one of those that are guessed first"}]}
                """))
        machine.terminal.inputLines = ["1234567890"]

        let ending = await machine.run(
            "signup", "--server", TestMachine.address, "--email", "ada@example.org", "--name",
            "Ada", in: world)

        #expect(ending.code == .usage)
        #expect(
            ending.error == "todo: The password is one of those that are guessed first.\n")
    }

    @Test func `requires a name, and no other account that is signed in`() async throws {
        let nameless = await machine.run(
            "signup", "--server", TestMachine.address, "--email", "ada@example.org")
        machine.terminal.inputLines = ["a long password"]
        await machine.run(
            "signup", "--server", TestMachine.address, "--email", "ada@example.org", "--name",
            "Ada")
        let again = await machine.run("signup", "--name", "Bob", "--email", "bob@example.org")

        #expect(nameless.error == "todo: The name is missing; use --name.\n")
        #expect(again.error == "todo: ada@example.org is signed in; use `todo logout` first.\n")
    }
}

@Suite struct `An address` {
    private let machine = TestMachine()

    init() {
        machine.server.addresses = ["1 Main Street": Coordinate(latitude: 51, longitude: 6)]
    }

    private func use() async { await machine.run("use", TestMachine.address) }

    @Test func `becomes a coordinate, and the name of a location without one`() async throws {
        await use()

        await machine.run("add", "A", "--address", " 1  Main Street ")
        await machine.run("add", "B", "--place", "Shop", "--address", "1 Main Street")
        await machine.run("edit", "2", "--place", "Home", "--address", "1 Main Street")

        let locations = try await machine.items().map(\.location)
        let coordinate = Coordinate(latitude: 51, longitude: 6)
        #expect(
            locations == [
                Location(name: "1 Main Street", coordinate: coordinate),
                Location(name: "Home", coordinate: coordinate),
            ])
    }

    @Test func `that the server does not find is refused`() async throws {
        await use()

        let ending = await machine.run("add", "A", "--address", "Nowhere")

        #expect(ending.code == .usage)
        #expect(
            ending.error
                == "todo: The server does not find the address Nowhere; --place takes any text.\n")
        #expect(try await machine.titles() == [])
    }

    @Test func `is kept as text if no server can be reached`() async throws {
        await machine.run("add", "A", "--address", "1 Main Street")
        await use()
        await machine.run("add", "B", "--offline", "--address", "1 Main Street")
        machine.server.isReachable = false
        let ending = await machine.run("add", "C", "--address", "1 Main Street")

        #expect(ending.code == .done)
        #expect(
            ending.error.hasPrefix(
                "todo: The address is kept as text. The server does not answer: "))
        let locations = try await machine.items().map(\.location)
        #expect(locations == Array(repeating: Location(name: "1 Main Street"), count: 3))
    }

    @Test(arguments: [
        ["add", "A", "--address", "X", "--at", "1,2"],
        ["edit", "1", "--address", "X", "--no-place"],
    ])
    func `excludes contradicting options`(words: [String]) async throws {
        await machine.run("add", "A")

        let code = await TodoProgram.run(words, in: machine.world)

        #expect(code == .usage)
        #expect(machine.terminal.take().error.contains(" exclude each other."))
    }
}
