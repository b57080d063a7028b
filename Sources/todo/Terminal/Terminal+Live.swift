import Foundation
import ToDoClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension World {
    /// The environment of the process.
    static var live: World {
        World(
            environment: ProcessInfo.processInfo.environment, clock: .live,
            calendar: .autoupdatingCurrent, session: URLSession.shared, terminal: .live)
    }
}

extension Terminal {
    /// Standard input, output and error.
    static var live: Terminal {
        Terminal(
            showsOutput: isatty(STDOUT_FILENO) == 1,
            takesInput: isatty(STDIN_FILENO) == 1,
            size: { sizeOfOutput() ?? (80, 24) },
            write: { try writeText($0, to: STDOUT_FILENO) },
            // A failure to write to standard error cannot be reported.
            printError: { try? writeText($0, to: STDERR_FILENO) },
            readAll: { try FileHandle.standardInput.readToEnd() ?? Data() },
            readLine: { prompt in
                try writeText(prompt, to: STDERR_FILENO)
                return try typedLine()
            },
            readHiddenLine: { try hiddenLine($0) },
            edit: { try editedText($1, with: $0) },
            notify: { try await showNotification($1, $2, with: $0) },
            interrupts: { Signals.stream([SIGINT, SIGTERM, SIGHUP]) },
            resizes: { Signals.stream([SIGWINCH]) })
    }
}
