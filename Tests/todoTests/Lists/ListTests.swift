import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `The list` {
    private let machine = TestMachine()

    @Test func `in a pipe has a line with tabs for each open item`() async {
        await machine.run("add", "Buy", "milk", "--due", "tomorrow", "--place", "Shop")
        await machine.run("add", "Call home")
        await machine.run("add", "Sleep")
        await machine.run("done", "2")

        let list = await machine.run()

        #expect(list.code == .done)
        #expect(list.output == "1\topen\tBuy milk\t2026-11-26\tShop\t\n2\topen\tSleep\t\t\t\n")
        #expect(list.error == "")
    }

    @Test func `shows done items with --all and --done`() async {
        await machine.run("add", "Open")
        await machine.run("add", "Closed")
        await machine.run("done", "2")

        let all = await machine.run("--all")
        let done = await machine.run("list", "--done")
        let both = await machine.run("list", "--done", "--all")

        #expect(all.output == "1\topen\tOpen\t\t\t\n2\tdone\tClosed\t\t\t\n")
        #expect(done.output == "1\tdone\tClosed\t\t\t\n")
        #expect(both.code == .usage)
    }

    @Test func `without items prints nothing in a pipe and a sentence on a terminal`() async {
        let pipe = await machine.run()
        machine.terminal.isTerminal = true
        let terminal = await machine.run()

        #expect(pipe.output == "")
        #expect(terminal.output == "Nothing to do.\n")
    }

    @Test func `on a terminal has columns`() async {
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        await machine.run("add", "Buy milk", "--due", "tomorrow", "--place", "Shop")
        await machine.run("add", "日本語", "--place", "Desk")
        await machine.run("add", "Done already")
        await machine.run("done", "3")

        let list = await machine.run()

        #expect(
            list.output == """
                1   Buy milk  tomorrow  Shop
                2   日本語              Desk
                1 done (todo --all)

                """)
    }

    @Test func `on a terminal is coloured unless NO_COLOR is set or the terminal is dumb`() async {
        machine.terminal.isTerminal = true
        await machine.run("add", "Late", "--due", "yesterday")

        let coloured = await machine.run()
        machine.set("TERM", "dumb")
        let dumb = await machine.run()
        machine.set("TERM", "xterm")
        machine.set("NO_COLOR", "1")
        let plain = await machine.run()

        #expect(coloured.output == "\u{1B}[1m1\u{1B}[0m   Late  \u{1B}[31myesterday\u{1B}[0m\n")
        #expect(dumb.output == "1   Late  yesterday\n")
        #expect(plain.output == dumb.output)
    }

    @Test(arguments: [20, 30, 40, 80])
    func `fits the width of the terminal`(columns: Int) async {
        machine.terminal.isTerminal = true
        machine.terminal.columns = columns
        machine.set("NO_COLOR", "1")
        await machine.run("add", String(repeating: "long 長い ", count: 20))
        await machine.run("add", "short")

        let list = await machine.run()

        #expect(list.lines[0].columns <= columns)
        #expect(list.lines[0].columns >= columns - 1)
        #expect(list.lines[0].hasSuffix("…"))
    }

    @Test(arguments: [false, true])
    func `replaces control and direction characters of titles by marks`(
        isTerminal: Bool
    ) async {
        machine.terminal.isTerminal = isTerminal
        machine.set("NO_COLOR", "1")
        machine.server.items = [
            ToDoItem(title: "a\u{1B}[2Jb\nc\td\u{9B}e\u{202E}f\u{2028}g\u{7F}h")
        ]

        let list = await machine.run("--server", TestMachine.address)

        #expect(list.lines.count == 1)
        #expect(list.output.contains("a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f"))
    }

    @Test func `in JSON has every member of each item`() async throws {
        await machine.run(
            "add", "Buy milk", "--due", "tomorrow 18:30", "--note", "Two bottles", "--place",
            "Shop", "--at", "52.5,13.4")

        let items = try await machine.items()

        let item = try #require(items.first)
        #expect(items.count == 1)
        #expect(item.number == 1)
        #expect(item.title == "Buy milk")
        #expect(item.itemDescription == "Two bottles")
        #expect(item.timestamp == 1_795_717_800)
        #expect(item.due == "2026-11-26T18:30:00")
        #expect(
            item.location
                == Location(
                    name: "Shop", coordinate: Coordinate(latitude: 52.5, longitude: 13.4)))
        #expect(!item.done)
        #expect(item.unsent)
    }

    @Test func `ends with a failure if it cannot be written`() async {
        await machine.run("add", "Buy milk")
        machine.terminal.isFull = true

        let list = await machine.run()

        #expect(list.code == .failed)
        #expect(list.error.hasPrefix("todo: standard output: "))
    }
}

@Suite struct `The width of a text` {
    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("✓", 1), ("❤️", 2),
        ("한글", 4), ("ｆ", 2), ("\u{200B}", 0),
    ])
    func `counts the columns of a terminal`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `is cut between characters`() {
        #expect("日本語".cut(toColumns: 4) == "日…")
        #expect("日本語".cut(toColumns: 5) == "日本…")
        #expect("日本語".cut(toColumns: 6) == "日本語")
        #expect("abc".cut(toColumns: 1) == "…")
    }
}
