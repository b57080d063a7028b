import API
import Items
import SQLiteStorage

// An owner's rows as text, their fields separated by tabs.

extension OwnerInspection.Item {
    /// The item in one line.
    var line: String {
        let parts = [
            "sequence \(sequence)", doneAt.map { "done since \($0)" } ?? "open", "slot \(slot)",
            "id \(id.text)", "revision \(revision)", "created \(createdAt)",
            updatedAt.map { "changed \($0)" } ?? "unchanged", "title \(title.quoted)",
            description.text,
        ]
        return (parts + members.map(\.text)).joined(separator: "\t")
    }
}

extension OwnerInspection.Item.Description {
    fileprivate var text: String {
        switch self {
        case .none: "no description"
        case .inline(let bytes): "description \(bytes) bytes"
        case .separate(let bytes, true): "description \(bytes) bytes, in a separate row"
        case .separate(let bytes, false): "description \(bytes) bytes, in a missing row"
        }
    }
}

extension OwnerInspection.ID {
    /// The id in one line.
    var line: String {
        let parts = ["id \(id.text)", "sequence \(sequence)"]
        return (parts + (deletion.map { [$0.text] } ?? [])).joined(separator: "\t")
    }
}

extension OwnerInspection.ID.Deletion {
    fileprivate var text: String {
        let details = when.map { "(revision \($0.revision), \($0.time))" }
        return "deleted by entry \(entry) \(details ?? "(not in the log)")"
    }
}

extension OwnerInspection.Entry {
    /// The entry in one line.
    var line: String {
        [
            "entry \(number)", "revision \(revision)", changedAt, "sequence \(sequence)", action,
            kept, previous == 0 ? "the first" : "previous \(previous)",
        ].joined(separator: "\t")
    }

    /// The kind of change, the changed fields, and the entry's flags.
    private var action: String {
        var words =
            switch kind {
            case .creation: "created"
            case .deletion: "deleted"
            case .change where before.isEmpty: "changed nothing"
            case .change: "changed " + before.map(\.name).joined(separator: ", ")
            }
        if isFirst { words += "; first of its write" }
        if isRepeated { words += "; item repeated in its write" }
        if isMarked { words += "; marked" }
        return words
    }

    /// The earlier values that the entry stores.
    private var kept: String {
        guard !before.isEmpty else { return "no earlier values" }
        var words: [String] = []
        if case .deletion(let id, let createdAt) = kind {
            words = ["id \(id.text)", "created \(createdAt)"]
        }
        return "before: " + (words + before.map(\.text)).joined(separator: ", ")
    }
}

extension OwnerInspection.Member {
    fileprivate var text: String {
        switch value {
        case .text(let text): "\(name) \(text.quoted)"
        case .longText(let text): "\(name) \(text.quoted) (\(text.utf8.count) bytes)"
        case .plain(let text): "\(name) \(text)"
        case .location(let location): "\(name) \(location.text)"
        case .done(let time): time.map { "done since \($0)" } ?? "open"
        case nil: "no \(name)"
        }
    }
}

extension OwnerInspection.LogEnd {
    /// A line that reports trimmed entries, nil when the log is complete.
    var line: String? {
        guard case .pruned(let entry) = self else { return nil }
        return "entry \(entry)\ttrimmed, with all before it"
    }
}

extension OwnerInspection.Mark {
    /// The mark in one line.
    var line: String {
        "revision \(revision)\tentry \(entry)\(isInLog ? "" : "\tnot in the log")"
    }
}

extension Location {
    fileprivate var text: String {
        name.quoted + (coordinate.map { " (\($0.latitude), \($0.longitude))" } ?? "")
    }
}

extension String {
    /// Maximum length of a shown text in Unicode scalars, since a character can consist of any
    /// number of them.
    private static let shown = 60

    /// The text in quotes, truncated with an ellipsis.
    var quoted: String {
        let start = unicodeScalars.prefix(Self.shown)
        let rest = start.endIndex < unicodeScalars.endIndex ? "…" : ""
        return "\"\(String(start).escaped)\"\(rest)"
    }

    /// The text with escapes for quotes and for invisible characters and those that control a
    /// terminal, such as control characters and changes of writing direction.
    var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default:
                text += scalar.isSeen ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: true
        }
    }
}
