/// The progress of a long operation on standard error, if that is a terminal.
final class ProgressLine {
    /// Items between two updates.
    private static let step = 1_000

    private let isShown: Bool
    private let write: (String) -> Void
    private var hasShown = false

    /// A progress line, by default shown only on a terminal.
    init(
        isShown: Bool = isStandardErrorTerminal(),
        write: @escaping (String) -> Void = Output.errorPart
    ) {
        self.isShown = isShown
        self.write = write
    }

    /// Shows how many items were read or written.
    func show(_ verb: String, _ count: Int) {
        guard isShown, count.isMultiple(of: Self.step) else { return }
        hasShown = true
        // `\r` overwrites the line; ESC [K erases the rest of a longer one.
        write("\r\(count) items \(verb)\u{1B}[K")
    }

    func clear() {
        guard hasShown else { return }
        hasShown = false
        write("\r\u{1B}[K")
    }
}
