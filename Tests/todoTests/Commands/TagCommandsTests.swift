import Foundation
import ToDoClient
import Testing

@testable import todo

@Suite struct `Tags in todo` {
    private let machine = TestMachine()

    private func tags(_ title: String) async throws -> [String]? {
        let list = await machine.run("export")
        let items = try JSONDecoder().decode([ToDoItem].self, from: Data(list.output.utf8))
        return items.first { $0.title == title }?.tags
    }

    @Test func `are words of a title and values of --tag`() async throws {
        let typed = await machine.run("add", "Buy milk #errands tomorrow")
        await machine.run("add", "Call", "#Home", "Ada", "--tag", "home,#work", "--tag", "work")
        await machine.run("add", "Read #a tomorrow", "--due", "today")
        await machine.run("add", "--", "Fix #bug")
        await machine.run("add", "Fix \\#five")

        #expect(typed.output == "Added 1: Buy milk (tomorrow, #errands)\n")
        #expect(try await tags("Call Ada") == ["Home", "work"])
        #expect(try await tags("Read tomorrow") == ["a"])
        #expect(try await tags("Fix #bug") == [])
        #expect(try await tags("Fix #five") == [])
    }

    @Test func `are replaced and removed by edit`() async throws {
        await machine.run("add", "A #a #b")

        await machine.run("edit", "1", "--tag", "c")
        #expect(try await tags("A") == ["c"])
        await machine.run("edit", "1", "--no-tags")

        #expect(try await tags("A") == [])
    }

    @Test func `are added and removed one by one, in one step of undo`() async throws {
        await machine.run("add", "A #a #Home")
        await machine.run("add", "B")

        let changed = await machine.run(
            "tag", "1-2", "--add", "b", "--add", "c", "--remove", "home")

        #expect(changed.output == "Tagged 1: A (#a #b #c)\nTagged 2: B (#b #c)\n")
        await machine.run("undo")
        #expect(try await tags("A") == ["a", "Home"])
        #expect(try await tags("B") == [])
    }

    @Test func `are listed with the number of open items`() async throws {
        await machine.run("add", "A #errands #Home")
        await machine.run("add", "B #home")
        await machine.run("add", "C #home")
        await machine.run("done", "3")

        let pipe = await machine.run("tags")
        let json = await machine.run("tags", "--json")
        machine.terminal.isTerminal = true
        let terminal = await machine.run("tags")

        #expect(pipe.output == "errands\t1\nhome\t2\n")
        #expect(
            json.output
                == #"[{"all":1,"name":"errands","open":1},{"all":3,"name":"home","open":2}]"# + "\n"
        )
        #expect(terminal.output == "errands  1\nhome     2\n")
    }

    @Test func `select the items of a list, by hand`() async {
        await machine.run("add", "A #a #b")
        await machine.run("add", "B #b tomorrow")
        await machine.run("add", "C #B")
        await machine.run("move", "3", "--top", "--tag", "b")

        let both = await machine.run("list", "--tag", "A,b")
        let one = await machine.run("list", "--tag", "b", "--json")
        let none = await machine.run("list", "--tag", "c")

        #expect(both.output == "1\topen\tA\t\t\t#a #b\n")
        #expect(one.output.matches(of: /"title":"(.)"/).map(\.output.1) == ["C", "A", "B"])
        #expect(none.output == "")
    }

    @Test func `are a column of the list on a terminal, and shown`() async {
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        await machine.run("add", "A #a", "--place", "Desk")
        await machine.run("add", "Long", "--place", "Office", "--tag", "b,c")

        let list = await machine.run()
        let shown = await machine.run("show", "2")

        #expect(list.output == "1   A     Desk    #a\n2   Long  Office  #b #c\n")
        #expect(shown.lines.contains("Tags   #b #c"))
    }

    @Test(arguments: [
        (["add", "A", "--tag", "two words"], "two words is no tag"),
        (["list", "--tag", "a#b"], "a#b is no tag"),
        (["list", "--tag", ","], "A tag is empty;"),
        (["edit", "1", "--tag", "a,,b"], "A tag is empty;"),
        (["tag", "1", "--add", "#"], "A tag is empty;"),
        (["tag", "1"], "There is nothing to change; use --add or --remove."),
        (
            ["tag", "1", "--add", "a", "--remove", "A"],
            "--add a and --remove a exclude each other."
        ),
        (["edit", "1", "--tag", "a", "--no-tags"], "--no-tags and --tag exclude each other."),
        (["tag", "1", "--add", "0,1,2,3,4,5,6,7,8,9,10"], "An item has at most 10 tags."),
    ])
    func `that are invalid are refused in one sentence`(words: [String], sentence: String) async {
        await machine.run("add", "Item")

        let code = await TodoProgram.run(words, in: machine.world)

        let error = machine.terminal.take().error
        #expect(code == .usage)
        #expect(error.hasPrefix("todo: \(sentence)"), "\(error)")
        #expect(error.split(separator: "\n").count == 1)
    }

    @Test func `are completed`() async {
        await machine.run("add", "A #errands #Home")

        let lines = await machine.run("completion", "tags")

        #expect(lines.output == "errands\t1\nHome\t1\n")
    }
}

@Suite struct `A reminder in todo` {
    private let machine = TestMachine()

    @Test func `is set, shown and removed`() async throws {
        let added = await machine.run("add", "Call Ada tomorrow 9:00", "--remind", "30m")
        let shown = await machine.run("show", "1")
        let moved = await machine.run("edit", "1", "--due", "tomorrow", "--remind=-9h")
        let gone = await machine.run("edit", "1", "--no-remind")

        #expect(added.output == "Added 1: Call Ada (tomorrow 09:00, reminder 30 minutes before)\n")
        #expect(shown.lines.contains("Remind 30 minutes before"))
        #expect(moved.output == "Changed 1: Call Ada (tomorrow, reminder 09:00)\n")
        #expect(gone.output == "Changed 1: Call Ada (tomorrow)\n")
    }

    @Test(arguments: [
        (
            ["Call Ada tomorrow 9:00 remind 30 min"],
            "Call Ada (tomorrow 09:00, reminder 30 minutes before)"
        ),
        (["Call Ada tomorrow !"], "Call Ada (tomorrow, reminder 09:00)"),
        (
            ["Call Ada tomorrow 9:00 remind 30 min", "--remind", "1h"],
            "Call Ada (tomorrow 09:00, reminder 1 hour before)"
        ),
        (
            ["Call Ada 9:00 remind 30 min", "--due", "tomorrow"],
            "Call Ada 9:00 remind 30 min (tomorrow)"
        ),
        (["--", "Call Ada tomorrow !"], "Call Ada tomorrow !"),
    ])
    func `is a part of the title`(words: [String], added: String) async {
        let code = await TodoProgram.run(["add"] + words, in: machine.world)

        #expect(code == .done)
        #expect(machine.terminal.take().output == "Added 1: \(added)\n")
    }

    @Test(arguments: [
        ("0", 0), ("15", 15), ("2h", 120), ("1d", 1_440), ("4w", 40_320), ("-1w", -10_080),
    ])
    func `has a unit`(text: String, minutes: Int) {
        #expect(Invocation.minutes(text) == minutes)
    }

    @Test(arguments: ["soon", "1.5h", "5w", "-8d", "m", "", "30 m", "99999999999999999999m"])
    func `is refused if it is malformed`(text: String) async {
        let ending = await machine.run("add", "A tomorrow", "--remind=\(text)")

        #expect(ending.code == .usage)
        #expect(text.isEmpty || ending.error.hasPrefix("todo: \(text) is no reminder"))
    }

    @Test func `needs a due date`() async {
        let ending = await machine.run("add", "A", "--remind", "30m")

        #expect(ending.code == .usage)
        #expect(ending.error == "todo: A reminder needs a due date.\n")
    }
}

@Suite struct `A move in todo` {
    private let machine = TestMachine()

    private func titles() async -> String {
        await machine.run("list", "--json").output.matches(of: /"title":"(.)"/)
            .map { String($0.output.1) }.joined()
    }

    private func add(_ titles: String, _ words: String = "") async {
        for title in titles { await machine.run("add", "\(title) \(words)") }
    }

    @Test(arguments: [
        (["3", "--top"], "cabd"), (["1", "--bottom"], "bcda"),
        (["4", "2", "--before", "1"], "dbac"),
        (["1", "--after", "3"], "bcad"), (["1", "--after", "4"], "bcda"),
    ])
    func `puts items where it says`(words: [String], order: String) async {
        await add("abcd")

        let code = await TodoProgram.run(["move"] + words, in: machine.world)

        #expect(code == .done)
        #expect(machine.terminal.take().output.hasPrefix("Moved \(words[0]): "))
        #expect(await titles() == order)
        await machine.run("undo")
        #expect(await titles() == "abcd")
    }

    @Test func `to where the item stands changes nothing`() async {
        await add("ab")

        let ending = await machine.run("move", "2", "--after", "1")
        await machine.run("undo")

        #expect(ending.output == "Not moved 2: b\n")

        #expect(await titles() == "a")
    }

    @Test func `stays among the items of its date`() async {
        await add("ab", "tomorrow")
        await add("cd")

        await machine.run("move", "4", "--top")
        await machine.run("move", "1", "--bottom")

        #expect(await titles() == "badc")
    }

    @Test(arguments: [
        (["1", "--before", "3"], "a cannot be moved there: only open items of one date"),
        (["3", "--top"], "c cannot be moved there: only open items of one date"),
        (["1", "--top", "--tag", "x"], "a is not an open item with the tag x."),
        (["1"], "There is no place to move to; use --top"),
        (["1", "--top", "--bottom"], "--top and --bottom exclude each other."),
        (["1", "--before", "1-2"], "--before takes one item."),
        (["1", "--top", "--tag", "x,y"], "--tag takes one tag here."),
    ])
    func `that is not possible is refused in one sentence`(words: [String], sentence: String) async
    {
        await add("a", "tomorrow")
        await add("b")
        await add("c", "today 18:00")

        let code = await TodoProgram.run(["move"] + words, in: machine.world)

        let error = machine.terminal.take().error
        #expect(code == .usage)
        #expect(error.hasPrefix("todo: \(sentence)"), "\(error)")
        #expect(error.split(separator: "\n").count == 1)
    }
}
