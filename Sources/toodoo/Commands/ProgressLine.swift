/// How far long work is, on standard error, when somebody looks at it there.
final class ProgressLine {
    /// So many items between two looks.
    private static let step = 1_000

    private let isShown: Bool
    private let write: (String) -> Void
    private var hasShown = false

    /// Shown on a terminal, unless told otherwise.
    init(
        isShown: Bool = isStandardErrorTerminal(),
        write: @escaping (String) -> Void = Output.errorPart
    ) {
        self.isShown = isShown
        self.write = write
    }

    /// Says how many items were read or written.
    func show(_ verb: String, _ count: Int) {
        guard isShown, count.isMultiple(of: Self.step) else { return }
        hasShown = true
        // The line is written over itself, and what is left of a longer one is erased.
        write("\r\(count) items \(verb)\u{1B}[K")
    }

    /// Leaves nothing of it behind.
    func clear() {
        guard hasShown else { return }
        hasShown = false
        write("\r\u{1B}[K")
    }
}
