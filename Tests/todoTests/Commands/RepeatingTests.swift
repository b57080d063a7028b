import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@testable import todo

@Suite struct `Commands with dates and rules` {
    private let machine = TestMachine()

    private func item() async throws -> (day: String?, timestamp: Double?, rule: Repetition?) {
        struct Item: Decodable {
            let day: String?
            let timestamp: Double?
            let `repeat`: Repetition?
        }
        let ending = await machine.run("list", "--all", "--json", "--offline")
        let items = try JSONDecoder().decode([Item].self, from: Data(ending.output.utf8))
        let item = try #require(items.first)
        return (item.day, item.timestamp, item.repeat)
    }

    @Test func `make a due date without a time a day`() async throws {
        await machine.run("add", "A", "--due", "friday")
        #expect(try await item() == (day: "2026-11-27", timestamp: 1_795_737_600, rule: nil))

        await machine.run("edit", "1", "--due", "friday 0:00")
        #expect(try await item() == (day: nil, timestamp: 1_795_737_600, rule: nil))

        await machine.run("edit", "1", "--due", "in 3 days")
        #expect(try await item().day == "2026-11-28")
        await machine.run("edit", "1", "--due", "in 3 hours")
        #expect(try await item().day == nil)
        await machine.run("edit", "1", "--no-due")
        #expect(try await item() == (day: nil, timestamp: nil, rule: nil))
    }

    @Test func `show a day as the same date in each time zone`() async throws {
        await machine.run("add", "A", "--due", "friday")
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        var world = machine.world
        world.calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Honolulu"))

        let list = await machine.run("list", in: world)
        let shown = await machine.run("show", "1", in: world)

        // In this zone the timestamp is on Thursday.
        #expect(list.output == "1   A  Fri\n")
        #expect(shown.output.contains("2026-11-27 (Fri)"))
    }

    @Test(arguments: [
        (["LANG": "de_AT.UTF-8"], "Steuern bis Freitag", "Steuern (Fri)"),
        (["LC_TIME": "de_DE", "LANG": "C"], "Tee halb neun", "Tee (tomorrow 08:30)"),
        (
            ["LC_ALL": "de_DE.UTF-8", "LANG": "en_GB"], "Turnen dienstags um 19 Uhr",
            "Turnen (Tue 19:00, every Tuesday)"
        ),
        (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], "Tee morgen", "Tee morgen"),
        (["LC_ALL": "", "LANG": "de_DE.UTF-8"], "Tee tomorrow", "Tee tomorrow"),
        ([:], "Tee morgen", "Tee morgen"),
    ])
    func `understand the words of the locale's language`(
        variables: [String: String], title: String, added: String
    ) async {
        for (name, value) in variables { machine.set(name, value) }

        #expect(await machine.run("add", title).output == "Added 1: \(added)\n")
    }

    @Test func `understand English options in every language`() async throws {
        machine.set("LANG", "de_DE.UTF-8")

        await machine.run("add", "Tee", "--due", "übermorgen", "--repeat", "alle 2 Wochen")
        #expect(try await item().day == "2026-11-27")
        #expect(try await item().rule == Repetition(.weekly, interval: 2))

        await machine.run("edit", "1", "--due", "tomorrow", "--repeat", "every friday")
        #expect(try await item().day == "2026-11-26")
        #expect(try await item().rule == Repetition(.weekly, byDay: [.init(.friday)]))
    }

    @Test(arguments: [
        (["Water", "every", "friday"], "Added 1: Water (Fri, every Friday)\n"),
        (["Water every! 3 days"], "Added 1: Water (today, every 3 days after completion)\n"),
        (
            ["Water", "--repeat", "every 2 weeks on mon,thu"],
            "Added 1: Water (tomorrow, every 2 weeks on Monday and Thursday)\n"
        ),
        (
            ["Water", "--repeat", "monthly from done", "--due", "friday"],
            "Added 1: Water (Fri, every month after completion)\n"
        ),
        (
            ["Water every friday", "--due", "tomorrow"],
            "Added 1: Water (tomorrow, every Friday)\n"
        ),
        (
            ["Water", "--repeat", "day at 17:00 until 2026-12-24"],
            "Added 1: Water (today 17:00, every day until 24 Dec 2026)\n"
        ),
        (["Water every friday", "--no-repeat"], "Added 1: Water every friday\n"),
        (
            ["Water every friday", "--repeat", "weekly"],
            "Added 1: Water every friday (today, every week)\n"
        ),
        (["Call Ada friday 5pm"], "Added 1: Call Ada (Fri 17:00)\n"),
        (["Call", "Ada", "24", "dec"], "Added 1: Call Ada (24 Dec)\n"),
        (["--", "Call Ada friday"], "Added 1: Call Ada friday\n"),
        (["Call Ada friday", "--no-repeat"], "Added 1: Call Ada friday\n"),
        (["Call Ada \"friday 5pm\""], "Added 1: Call Ada \"friday 5pm\"\n"),
        (["Prepare friday", "--due", "tomorrow"], "Added 1: Prepare friday (tomorrow)\n"),
        (["friday"], "Added 1: friday\n"),
        (["Buy a disk 3d"], "Added 1: Buy a disk 3d\n"),
        (["Greet every guest"], "Added 1: Greet every guest\n"),
        (["every friday"], "Added 1: every friday\n"),
    ])
    func `understand dates and rules in titles and options`(words: [String], output: String) async {
        let code = await TodoProgram.run(["add"] + words, in: machine.world)

        #expect(code == .done)
        #expect(machine.terminal.take().output == output)
    }

    @Test(arguments: ["", "soon", "friday friday soon", "fridays until", "0 days", "guest"])
    func `refuse a rule that is none`(text: String) async {
        let ending = await machine.run("add", "A", "--repeat", text)

        #expect(ending.code == .usage)
        #expect(ending.error.hasPrefix("todo: \(text) is no rule; examples: friday"))
    }

    @Test func `change the rule alone, and remove it`() async throws {
        await machine.run("add", "A every friday")

        let changed = await machine.run("edit", "1", "--repeat", "every month on the 31st")
        #expect(changed.output == "Changed 1: A (Fri, every month on the last day)\n")
        #expect(try await item().day == "2026-11-27")
        let removed = await machine.run("edit", "1", "--no-repeat")
        #expect(removed.output == "Changed 1: A (Fri)\n")
        await machine.run("edit", "1", "--repeat", "daily")
        await machine.run("edit", "1", "--no-due")
        #expect(try await item() == (day: nil, timestamp: nil, rule: nil))
        let both = await machine.run("edit", "1", "--repeat", "daily", "--no-repeat")
        #expect(both.code == .usage)
    }

    @Test func `count in the time zone of the machine`() async throws {
        var world = machine.world
        world.calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))

        await machine.run("add", "A every friday", in: world)

        let (day, timestamp, rule) = try await item()
        #expect(day == "2026-11-27")
        #expect(timestamp == 1_795_734_000)
        #expect(rule?.timeZone == "Europe/Berlin")
    }

    @Test func `mark what repeats in the list, and say it in the details`() async throws {
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        await machine.run("add", "Water every 2 weeks on friday")

        let list = await machine.run()
        let shown = await machine.run("show", "1")
        let done = await machine.run("done", "1")

        #expect(list.output == "1   Water  Fri ↻\n")
        #expect(shown.output.contains("Repeat every 2 weeks on Friday\n"))
        // Without a server there is no next one.
        #expect(done.output == "Done 1: Water (Fri, every 2 weeks on Friday)\n")
    }

    @Test func `say when the next one is due, after a sync`() async throws {
        await machine.run("use", TestMachine.address)
        await machine.run("add", "Water every friday")
        await machine.run("add", "Jog every day 18:30")

        let one = await machine.run("done", "1")
        let again = await machine.run("done", "1")
        let offline = await machine.run("undo", "--offline")
        await machine.run("redo", "--offline")
        let two = await machine.run("done", "2")

        #expect(
            one.output == "Done 1: Water (Fri, every Friday)\nNext: Fri 4 Dec\n")
        #expect(again.output == "Done 1: Water (Fri)\n")
        #expect(
            offline.output
                == "Undone 1: Water (Fri, every Friday)\nUndone: Water (4 Dec, every Friday)\n")
        #expect(two.output == "Done 2: Jog (today 18:30, every day)\nNext: Thu 26 Nov 18:30\n")
        #expect(machine.server.items.filter { $0.repetition != nil }.count == 2)
    }

    @Test func `keep days and rules in exported and imported files`() async throws {
        let file = machine.folder.appending(path: "items.json").path
        await machine.run("add", "Water every friday")
        await machine.run("export", file)
        await machine.run("rm", "--all")

        let ending = await machine.run("import", file)

        #expect(ending.code == .done)
        let (day, _, rule) = try await item()
        #expect(day == "2026-11-27")
        #expect(rule == Repetition(.weekly, byDay: [.init(.friday)]))
    }
}
