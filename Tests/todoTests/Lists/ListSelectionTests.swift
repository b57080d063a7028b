import Foundation
import Testing

@testable import todo

@Suite struct `A selected list` {
    private let machine = TestMachine()

    /// The titles in the list that a command prints.
    private func titles(_ words: String...) async -> [String] {
        let code = await TodoProgram.run(["list"] + words, in: machine.world)
        #expect(code == .done)
        return machine.terminal.take().output.split(separator: "\n").map { line in
            String(line.split(separator: "\t", omittingEmptySubsequences: false)[2])
        }
    }

    private func addItems() async {
        await machine.run("add", "Pay the rent", "--due", "in 8 days")
        await machine.run("add", "Sleep")
        await machine.run("add", "Buy Straße map", "--due", "in 7 days")
        await machine.run("add", "Call Ada", "--due", "18:30", "--note", "About the map")
        await machine.run("add", "Read", "--due", "today 9:00")
        await machine.run("add", "Write", "--due", "yesterday")
        await machine.run("add", "Done map", "--due", "yesterday")
        await machine.run("done", "7")
    }

    @Test func `has the overdue items first, then the others, by due date`() async {
        await addItems()

        #expect(
            await titles() == [
                "Write", "Read", "Call Ada", "Buy Straße map", "Pay the rent", "Sleep",
            ])
    }

    @Test func `is in the order by hand where dates are the same`() async {
        for title in [
            "C tomorrow 8:00", "A", "B tomorrow", "D", "E tomorrow", "F today 9:00", "G today",
        ] {
            await machine.run("add", title)
        }
        await machine.run("move", "4", "--top")
        await machine.run("move", "5", "--top")
        await machine.run("done", "2")

        #expect(await titles("--all") == ["F", "G", "E", "B", "C", "D", "A"])
        #expect(await titles("--sort", "hand") == ["D", "E", "C", "B", "F", "G"])
    }

    @Test func `is ordered by due date or creation if that is wanted`() async {
        await addItems()

        #expect(
            await titles("--sort", "due") == [
                "Write", "Read", "Call Ada", "Buy Straße map", "Pay the rent", "Sleep",
            ])
        #expect(
            await titles("--sort", "created") == [
                "Pay the rent", "Sleep", "Buy Straße map", "Call Ada", "Read", "Write",
            ])
    }

    @Test func `has the items with each word in title or note`() async {
        await addItems()

        #expect(await titles("MAP") == ["Call Ada", "Buy Straße map"])
        #expect(await titles("map", "call") == ["Call Ada"])
        #expect(await titles("strasse") == ["Buy Straße map"])
        #expect(await titles("--all", "map") == ["Call Ada", "Buy Straße map", "Done map"])
        #expect(await titles("nothing") == [])
    }

    @Test func `has what is due today, this week or over`() async {
        await addItems()

        #expect(await titles("--due", "today") == ["Read", "Call Ada"])
        #expect(await titles("--due", "week") == ["Read", "Call Ada", "Buy Straße map"])
        #expect(await titles("--due", "overdue") == ["Write", "Read"])
    }

    @Test func `has what is due on a date in words, by its time`() async {
        await machine.run("add", "Lunch", "--due", "tomorrow 12:00")
        await machine.run("add", "Breakfast", "--due", "tomorrow 8:00")
        await addItems()
        await machine.run("add", "Post", "--due", "tomorrow")

        #expect(await titles("--due", "tomorrow") == ["Post", "Breakfast", "Lunch"])
        #expect(await titles("--due", "in 8 days") == ["Pay the rent"])
        #expect(await titles("--due", "friday") == [])
    }

    @Test func `of today has what is overdue and what is due today`() async {
        await addItems()
        await machine.run("add", "Later", "--due", "tomorrow")
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")

        let today = await machine.run("today")
        let found = await machine.run("today", "map")
        await machine.run("today")
        await machine.run("done", "1-3")
        let nothing = await machine.run("today")

        #expect(
            today.lines == [
                "1   Write     yesterday", "2   Read      today 09:00", "3   Call Ada  today 18:30",
            ])
        #expect(found.lines.first == "1   Call Ada  today 18:30")
        #expect(nothing.lines.first == "Nothing is due today.")
    }

    @Test func `says on a terminal that nothing matches`() async {
        await addItems()
        machine.terminal.isTerminal = true

        let list = await machine.run("list", "nothing")

        #expect(list.output == "No item matches.\n")
    }

    @Test func `is refused with a value that is none`() async {
        let due = await machine.run("list", "--due", "soon")
        let order = await machine.run("watch", "--sort", "title")

        #expect(due.code == .usage)
        #expect(
            due.error
                == "todo: --due must be overdue, week or a date such as tomorrow, not \"soon\".\n")
        #expect(order.error == "todo: --sort must be created, due or hand, not \"title\".\n")
    }
}
