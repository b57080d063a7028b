import SQLiteStorage

extension OwnerInspection.Summary {
    /// The owner's row, its sums and counts, one line each.
    var lines: [String] {
        ["owner \(key), \(ownerDescription)"]
            + facts.map { name, value in
                name + String(repeating: " ", count: max(1, 17 - name.count)) + value
            }
    }

    private var ownerDescription: String {
        if isLeaving { return "leaving: its data is being erased" }
        return email?.escaped ?? "of a server without accounts"
    }

    private var facts: [(name: String, value: String)] {
        let limits = SQLiteDatabase.Options()
        return [
            ("epoch", epoch), ("revision", "\(revision)"),
            ("last sequence", "\(lastSequence)"),
            ("items", "\(open) open, \(done) done"),
            ("item bytes", usage(itemBytes, limits.ownerItems)),
            ("descriptions", longDescriptions), ("ids", idsText), ("log", entriesText),
            ("newest entry", text(newest)), ("oldest entry", text(oldest)),
            ("history bytes", usage(historyBytes, limits.ownerHistory)),
            ("marks", marksText),
            ("stored responses", "\(answerBytes) bytes"),
        ]
    }

    /// Compares with the default limits: the database does not store the server's.
    private func usage(_ bytes: Int, _ limit: Int) -> String {
        "\(bytes), of \(ByteSize(count: limit).text) by default"
    }

    private var longDescriptions: String {
        switch descriptions {
        case 0: "none in separate rows"
        case 1: "1 in a separate row, \(descriptionBytes) bytes"
        default: "\(descriptions) in separate rows, \(descriptionBytes) bytes"
        }
    }

    private var idsText: String {
        "\(ids - deletedIDs) of items, \(deletedIDs) of "
            + (deletedIDs == 1 ? "a deleted one" : "deleted ones")
    }

    private var entriesText: String {
        let count = "\(entries) \(entries == 1 ? "entry" : "entries")"
        return count + (pruned.map { ", trimmed up to entry \($0)" } ?? "")
    }

    private var marksText: String {
        "\(marks == 0 ? "none" : "\(marks)"), and \(unmarked) bytes of history since"
    }

    private func text(_ stamp: Stamp?) -> String {
        stamp.map { "\($0.entry), revision \($0.revision), \($0.time)" } ?? "none"
    }
}
