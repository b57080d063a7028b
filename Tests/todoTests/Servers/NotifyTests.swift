import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@testable import todo

@Suite struct `todo watch --notify` {
    private let machine = TestMachine()

    /// A folder with a program, as a part of the path.
    private func install(_ script: String = "") throws -> String {
        try FileManager.default.createDirectory(
            at: machine.folder, withIntermediateDirectories: true)
        let program = machine.folder.appending(path: "notify-send").path
        let isCreated = FileManager.default.createFile(
            atPath: program, contents: Data("#!/bin/sh\n\(script)\n".utf8),
            attributes: [.posixPermissions: 0o700])
        #expect(isCreated)
        machine.set("PATH", "/nowhere:\(machine.folder.path)")
        return program
    }

    /// Sets the clock to 17:30 when the command has shown a list and waits for the reminder.
    private func passTime(after list: String) async {
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        repeat {} while await outputs.next()?.contains(list) == false
        while !machine.clock.sleeps.contains(.seconds(1)) { await Task.yield() }
        machine.clock.advance(by: 7.5 * 3_600)
    }

    @Test func `shows a reminder when its time comes`() async throws {
        let program = try install()
        await machine.run("add", "--", "-n <b>Tea</b>")
        await machine.run("edit", "1", "--due", "18:00", "--remind", "30m")
        var shown = machine.terminal.notifications.makeAsyncIterator()
        async let ending = machine.run("watch", "--notify")

        await passTime(after: "open\t")
        let notification = await shown.next()
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(notification == [program, "-n <b>Tea</b>", "Wed 25 Nov 18:00"])
    }

    @Test func `without notify-send is one sentence`() async {
        machine.set("PATH", "/nowhere")

        let ending = await machine.run("watch", "--notify")

        #expect(ending.code == .failed)
        #expect(
            ending.error
                == "todo: There is no notify-send, which shows notifications; on Debian it is in "
                + "libnotify-bin.\n")
        #expect(ending.output == "")
    }

    @Test func `says why a notification was not shown, and goes on`() async throws {
        _ = try install()
        await machine.run("add", "Tea today 17:30 !")
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        machine.terminal.notificationFailure = NotificationFailure(description: "It ended with 1.")
        async let ending = machine.run("watch", "--notify")

        await passTime(after: "\u{1B}[H")
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        var output: String?
        repeat { output = await outputs.next() } while output?.contains("failed") == false
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(output?.contains("notify-send failed: It ended with 1.") == true)
    }

    @Test func `gives the title as it is to notify-send`() async throws {
        let program = try install(#"printf '%s\n' "$@" > "$0.words""#)

        try await showNotification("--icon=x <b>", "Fri 4 Dec", with: program)

        let words = try String(contentsOfFile: program + ".words", encoding: .utf8)
        #expect(words == "--app-name=todo\n--\n--icon=x <b>\nFri 4 Dec\n")
    }

    @Test func `reports a notify-send that fails`() async throws {
        let program = try install("exit 3")

        let failure = await #expect(throws: NotificationFailure.self) {
            try await showNotification("Tea", "Fri 4 Dec", with: program)
        }

        #expect(failure?.description == "It ended with 3.")
    }
}

@Suite struct `Due reminders` {
    private static let start = Date(timeIntervalSince1970: 1_795_600_800)
    private let tea = ToDoItem(
        title: "Tea", timestamp: start.timeIntervalSince1970 + 3_600, remind: 10)
    private var reminders = DueReminders(start: start)

    /// The titles that are shown some minutes after the start.
    private mutating func titles(after minutes: Double, _ items: ToDoItem...) -> [String] {
        reminders.take(
            ToDoItemSnapshot(items), now: Self.start.addingTimeInterval(60 * minutes)
        ).map(\.item.title)
    }

    @Test mutating func `are shown at their time, once`() {
        #expect(titles(after: 0, tea) == [])
        #expect(reminders.next == Self.start.addingTimeInterval(50 * 60))
        #expect(titles(after: 49.9, tea) == [])
        #expect(titles(after: 50, tea) == ["Tea"])
        #expect(titles(after: 51, tea) == [])
        #expect(reminders.next == nil)
    }

    @Test mutating func `are not shown again when the clock is set back`() {
        _ = titles(after: 0, tea)
        _ = titles(after: 50, tea)

        #expect(titles(after: 40, tea) == [])
        #expect(titles(after: 60, tea) == [])
    }

    @Test mutating func `are shown after a sleep of less than a day`() {
        _ = titles(after: 0, tea)

        #expect(titles(after: 50 + 1_439, tea) == ["Tea"])
    }

    @Test mutating func `are not shown when they are a day old`() {
        _ = titles(after: 0, tea)

        #expect(titles(after: 50 + 1_440, tea) == [])
    }

    @Test mutating func `are shown again at another time`() {
        _ = titles(after: 0, tea)
        _ = titles(after: 50, tea)
        var later = tea
        later.remind = 5

        #expect(titles(after: 51, later) == [])
        #expect(titles(after: 55, later) == ["Tea"])
    }

    @Test mutating func `come in the order of their times`() {
        var coffee = tea
        coffee.id = UUID()
        coffee.title = "Coffee"
        coffee.remind = 20
        _ = titles(after: 0, tea, coffee)

        #expect(titles(after: 60, tea, coffee) == ["Coffee", "Tea"])
    }

    @Test mutating func `of what is done, gone or over when it is written are not shown`() {
        var done = tea
        done.done = true
        _ = titles(after: 0, tea)

        #expect(titles(after: 50, done) == [])
        #expect(titles(after: 51) == [])
        // Written after its time, here.
        #expect(titles(after: 52, tea) == [])
    }

    @Test func `that another device wrote before their time are shown when they arrive`()
        async throws
    {
        let server = InMemoryServer()
        let clock = TestClock(now: Self.start)
        let client = APIClient(baseURL: URL(filePath: "/"), session: server)
        func store() -> ToDoItemStore {
            ToDoItemStore(InMemoryDisk().dataStore, client: client, environment: clock.environment)
        }
        let (there, here) = (store(), store())
        var reminders = DueReminders(start: Self.start)
        try there.add(tea)
        try await there.sync()
        clock.advance(by: 7_200)
        try await here.sync()

        #expect(reminders.take(here.snapshot, now: clock.now).map(\.item.title) == ["Tea"])
        #expect(reminders.take(here.snapshot, now: clock.now) == [])
    }
}
