import Foundation
import ToDoClient

@testable import todo

/// The double of a terminal.
final class TestTerminal: Sendable {
    private struct State: Sendable {
        var showsOutput = false
        var takesInput = false
        var columns = 80
        var rows = 24
        var output = ""
        var error = ""
        var inputLines: [String] = []
        var isFull = false
        var edit: @Sendable (String, String) throws -> String = { _, text in text }
        var notificationFailure: (any Error)?
    }

    /// The error of a failing write.
    struct Full: Error {}

    private let state = Locked(State())
    private let interruptions = AsyncStream<Void>.makeStream()
    private let sizes = AsyncStream<Void>.makeStream()
    private let writes = AsyncStream<String>.makeStream()
    private let shown = AsyncStream<[String]>.makeStream()

    /// Whether output and input are a terminal.
    var isTerminal: Bool {
        get { state.withLock { $0.showsOutput } }
        set {
            state.withLock {
                $0.showsOutput = newValue
                $0.takesInput = newValue
            }
        }
    }

    /// The width.
    var columns: Int {
        get { state.withLock { $0.columns } }
        set { state.withLock { $0.columns = newValue } }
    }

    /// The height.
    var rows: Int {
        get { state.withLock { $0.rows } }
        set { state.withLock { $0.rows = newValue } }
    }

    /// The lines that are typed, or piped, next.
    var inputLines: [String] {
        get { state.withLock { $0.inputLines } }
        set { state.withLock { $0.inputLines = newValue } }
    }

    /// Whether writes fail.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// The editor's change of a text.
    var edit: @Sendable (_ editor: String, _ text: String) throws -> String {
        get { state.withLock { $0.edit } }
        set { state.withLock { $0.edit = newValue } }
    }

    /// The error of a notification; nil if it is shown.
    var notificationFailure: (any Error)? {
        get { state.withLock { $0.notificationFailure } }
        set { state.withLock { $0.notificationFailure = newValue } }
    }

    /// The notifications: program, title and body.
    var notifications: AsyncStream<[String]> { shown.stream }

    /// The written texts, one element for each write.
    var outputs: AsyncStream<String> { writes.stream }

    /// Has the effect of Ctrl-C.
    func interrupt() { interruptions.continuation.yield() }

    /// Has the effect of another size of the window.
    func resize(rows: Int) {
        self.rows = rows
        sizes.continuation.yield()
    }

    /// Returns the output so far and clears it.
    func take() -> (output: String, error: String) {
        state.withLock { state in
            defer {
                state.output = ""
                state.error = ""
            }
            return (state.output, state.error)
        }
    }

    var terminal: Terminal {
        Terminal(
            showsOutput: isTerminal, takesInput: state.withLock { $0.takesInput },
            size: { [self] in (columns, rows) },
            write: { [self] text in
                try state.withLock { state in
                    guard !state.isFull else { throw Full() }
                    state.output += text
                }
                writes.continuation.yield(text)
            },
            printError: { [self] text in state.withLock { $0.error += text } },
            readAll: { [self] in Data(inputLines.joined(separator: "\n").utf8) },
            readLine: { [self] prompt in typed(prompt) },
            readHiddenLine: { [self] prompt in typed(prompt + "(hidden)") },
            edit: edit,
            notify: { [self] program, title, body in
                if let notificationFailure { throw notificationFailure }
                shown.continuation.yield([program, title, body])
            },
            interrupts: { [self] in interruptions.stream },
            resizes: { [self] in sizes.stream })
    }

    private func typed(_ prompt: String) -> String? {
        state.withLock { state in
            state.error += prompt
            return state.inputLines.isEmpty ? nil : state.inputLines.removeFirst()
        }
    }
}
