/// The result of a command, for scripts.
///
/// The numbers are documented; they never change their meaning.
enum ExitCode: Int32, CaseIterable {
    /// Success.
    case done = 0
    /// A file could not be read or written.
    case failed = 1
    /// The command line is wrong, or an item violates a limit.
    case usage = 2
    /// No item or conflict has this number or id.
    case notFound = 3
    /// The server did not answer, or is overloaded.
    case unreachable = 4
    /// The server refused, or requires a sign-in.
    case refused = 5
    /// Another process uses the items.
    case inUse = 6
}
