import Foundation

/// Input and output of a command, which may be a terminal or not.
struct Terminal: Sendable {
    /// Whether a terminal shows the output.
    var showsOutput: Bool
    /// Whether the input is typed at a terminal.
    var takesInput: Bool
    /// The size of the terminal.
    var size: @Sendable () -> (columns: Int, rows: Int)
    /// Writes to standard output.
    var write: @Sendable (_ text: String) throws -> Void
    /// Writes to standard error.
    var printError: @Sendable (_ text: String) -> Void
    /// Reads standard input to its end.
    var readAll: @Sendable () throws -> Data
    /// Reads a line after a prompt on standard error; nil at the end of the input.
    var readLine: @Sendable (_ prompt: String) throws -> String?
    /// The same without an echo.
    var readHiddenLine: @Sendable (_ prompt: String) throws -> String?
    /// Lets the user change a text in an editor, a command line; returns the text as it was saved.
    var edit: @Sendable (_ editor: String, _ text: String) throws -> String
    /// Shows a notification of the desktop with a program such as notify-send.
    var notify: @Sendable (_ program: String, _ title: String, _ body: String) async throws -> Void
    /// An element for each signal to end the process; after the call the process does not end by
    /// itself.
    var interrupts: @Sendable () -> AsyncStream<Void>
    /// An element for each change of the terminal's size.
    var resizes: @Sendable () -> AsyncStream<Void>
}
