import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `todo watch` {
    private let machine = TestMachine()

    /// The output up to the first text that contains another one.
    private func output(
        with text: String, _ outputs: inout AsyncStream<String>.Iterator
    ) async -> String {
        while let output = await outputs.next() {
            if output.contains(text) { return output }
        }
        return ""
    }

    @Test func `shows each change of the server until it is interrupted`() async {
        await machine.run("use", TestMachine.address)
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")

        machine.server.items = [ToDoItem(title: "First")]
        let first = await output(with: "First", &outputs)
        machine.server.items.append(ToDoItem(title: "Second"))
        let second = await output(with: "Second", &outputs)
        machine.terminal.interrupt()

        #expect(first == "1\topen\tFirst\t\t\t\n\n")
        #expect(second == "1\topen\tFirst\t\t\t\n2\topen\tSecond\t\t\t\n\n")
        #expect(await ending.code == .done)
    }

    @Test func `keeps the numbers of the last list`() async {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("rm", "1")
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")

        let shown = await output(with: "open\tB", &outputs)
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(shown.contains("2\topen\tB\t\t\t\n"))
    }

    @Test func `draws over the last list on a terminal, within its height`() async {
        for number in 1...10 { await machine.run("add", "Item \(number)") }
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        machine.terminal.rows = 6
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")

        let shown = await output(with: "more", &outputs)
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(shown.hasPrefix("\u{1B}[H 1   Item 1\u{1B}[K\n"))
        #expect(await ending.output.hasPrefix("\u{1B}[?1049h\u{1B}[H"))
        #expect(await ending.output.hasSuffix("\u{1B}[?1049l"))
        #expect(shown.hasSuffix("… 6 more\u{1B}[K\n\u{1B}[J"))
    }

    @Test func `draws again when the window has another size`() async {
        for number in 1...10 { await machine.run("add", "Item \(number)") }
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        machine.terminal.rows = 6
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")
        _ = await output(with: "6 more", &outputs)

        machine.terminal.resize(rows: 8)
        let shown = await output(with: "4 more", &outputs)
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(shown.contains("Item 6"))
    }

    @Test func `says at once that the server is away`() async {
        await machine.run("use", TestMachine.address)
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")
        _ = await output(with: "Nothing to do", &outputs)

        machine.server.isReachable = false
        let shown = await output(with: "offline", &outputs)
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(!shown.isEmpty)
    }

    @Test func `prints a line of JSON for each list`() async throws {
        await machine.run("add", "A")
        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch", "--json")

        let line = await output(with: "\"title\":\"A\",\"unsent\"", &outputs)
        machine.terminal.interrupt()

        #expect(await ending.code == .done)
        #expect(line.filter { $0 == "\n" }.count == 1)
    }

    @Test func `shows the list without numbers if they cannot be kept`() async throws {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "numbers.json")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(
            at: file.appending(path: "x"), withIntermediateDirectories: true)

        var outputs = machine.terminal.outputs.makeAsyncIterator()
        async let ending = machine.run("watch")
        let shown = await output(with: "open\tA", &outputs)
        machine.terminal.interrupt()

        #expect(shown.hasPrefix("\topen\tA\t\t\t\n"))
        #expect(shown.contains("numbers.json"))
        #expect(await ending.code == .done)
    }
}
