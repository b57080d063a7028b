import SQLiteStorage
import Storage

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

    /// Shows how many items, or other rows, were read or written.
    func show(_ verb: String, _ count: Int, of rows: String = "items") {
        guard isShown, count.isMultiple(of: Self.step) else { return }
        show("\(count) \(rows) \(verb)")
    }

    /// Shows what is being done.
    func show(_ text: String) {
        guard isShown else { return }
        hasShown = true
        // `\r` overwrites the line; ESC [K erases the rest of a longer one.
        write("\r\(text)\u{1B}[K")
    }

    /// Shows how much of a copy is written, in MiB; nil without a terminal, so that nothing is
    /// counted.
    var ofCopy: DatabaseCopy.Progress? {
        guard isShown else { return nil }
        var shown = 0
        return { written, whole in
            guard written >> 20 > shown else { return }
            shown = written >> 20
            self.show("\(shown) of \(whole >> 20) MiB written")
        }
    }

    /// Shows what a check does.
    func show(_ progress: CheckProgress) {
        switch progress {
        case .file: show("checking the file")
        case .references: show("checking references")
        case .invariant(let number, let count): show("checking invariant \(number) of \(count)")
        case .history(let count): show("compared", count, of: "changes")
        case .accounts: show("checking accounts")
        case .items(let count): show("checked", count)
        case .changes(let count): show("checked", count, of: "changes")
        case .texts(let count): show("checked", count, of: "rows of texts")
        case .counts: show("counting")
        }
    }

    func clear() {
        guard hasShown else { return }
        hasShown = false
        write("\r\u{1B}[K")
    }
}
