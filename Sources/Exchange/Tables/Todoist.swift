import Items

/// A template of Todoist, which is what its export makes of a project.
///
///     TYPE     CONTENT        DESCRIPTION  …
///     section  Garden                              of the rows below, up to the next section
///     task     Water @home    …
///     note     with rain water                     of the task above
struct Todoist {
    /// Columns that say nothing of a task for which an item has or needs a member.
    private static let passedOver = [
        "AUTHOR", "DURATION_UNIT", "DEADLINE_LANG", "IS_COLLAPSED",
    ]

    private var table: Table
    private let context: ImportContext
    private let type: Int?
    private let content: Int?
    private var unknown: UnknownColumns
    private var section = ""
    /// The task to which notes belong.
    private var task: (draft: ItemDraft, id: ItemID)?

    init(_ table: Table, _ context: ImportContext) {
        self.table = table
        self.context = context
        type = table.column("TYPE")
        content = table.column("CONTENT")
        let read = [
            "TYPE", "CONTENT", "DESCRIPTION", "PRIORITY", "INDENT", "RESPONSIBLE", "DATE",
            "DUE_DATE", "DATE_LANG", "TIMEZONE", "DURATION", "DEADLINE",
        ]
        unknown = UnknownColumns(table, but: read + Self.passedOver)
    }

    static func isRecognized(_ table: Table) -> Bool {
        table.column("TYPE") != nil && table.column("CONTENT") != nil
    }

    mutating func read(into collector: inout ItemCollector) throws(ImportFault) {
        while let row = try table.next() {
            if let fault = row.fault {
                if row[type] == "task" { finishTask(&collector) }
                collector.skip(row.line, fault)
                continue
            }
            switch row[type] {
            case "": continue
            case let type where type.hasPrefix("meta"): continue
            case "section":
                finishTask(&collector)
                section = row[content]
            case "task":
                finishTask(&collector)
                try begin(row, &collector)
            case "note":
                let note = row[content]
                guard task != nil else {
                    collector.skip(row.line, .isNoteOfNoTask)
                    continue
                }
                task?.draft.addNote(note)
            default: collector.skip(row.line, .isOfType(row[type]))
            }
        }
        finishTask(&collector)
    }

    private mutating func finishTask(_ collector: inout ItemCollector) {
        guard let task = task.take() else { return }
        collector.add(task.draft, id: task.id)
    }

    private mutating func begin(
        _ row: CSVRow, _ collector: inout ItemCollector
    ) throws(ImportFault) {
        let (title, labels) = TodoistLabels.split(row[content])
        let key = ItemCollector.Key.fields(row.fields)
        guard let id = try collector.id(of: key, title: title, line: row.line) else { return }
        var draft = ItemDraft(line: row.line)
        draft.title = title
        draft.titleField = "CONTENT"
        draft.notesField = "DESCRIPTION"
        draft.addNote(row[table.column("DESCRIPTION")])
        for label in labels { draft.addTag(label, "CONTENT", at: content ?? 0) }
        draft.addTag(section, "CONTENT", at: content ?? 0)
        takeDates(row, &draft)
        tellRest(row, &draft)
        unknown.tell(row, &draft)
        task = (draft, id)
    }

    private func takeDates(_ row: CSVRow, _ draft: inout ItemDraft) {
        let name = row[table.column("TIMEZONE")]
        let zone = name.isEmpty ? context.zone : context.zone(named: name) ?? context.zone
        if !name.isEmpty, context.zone(named: name) == nil {
            draft.lose("TIMEZONE", name, at: table.column("TIMEZONE") ?? 0)
        }
        let language = row[table.column("DATE_LANG")].lowercased()
        for column in ["DATE", "DUE_DATE"].compactMap({ table.column($0) }) {
            let name = table.columns[column]
            let text = row[column]
            let date = TodoistDate(
                text, isEnglish: ["", "en"].contains(language), in: zone, now: context.now)
            guard draft.due == nil, let date else {
                draft.keep(name, text, at: column)
                continue
            }
            draft.due = date.due
            if let rule = date.rule { draft.takeRule(rule, from: text, name, at: column) }
        }
    }

    private func tellRest(_ row: CSVRow, _ draft: inout ItemDraft) {
        let isOpen: [(name: String, says: (String) -> Bool)] = [
            ("PRIORITY", { $0 != "4" }), ("INDENT", { $0 != "1" }), ("RESPONSIBLE", { _ in true }),
            ("DURATION", { $0 != "None" }),
        ]
        for (name, says) in isOpen {
            guard let column = table.column(name), says(row[column]) else { continue }
            draft.lose(name, row[column], at: column)
        }
        if let column = table.column("DEADLINE") {
            draft.keep("DEADLINE", row[column], at: column)
        }
    }
}

extension ItemDraft {
    /// Adds a paragraph to the notes.
    fileprivate mutating func addNote(_ text: String) {
        guard !text.isEmpty else { return }
        notes += notes.isEmpty ? text : "\n\n" + text
    }
}

/// The labels in the title of a task: `Buy milk @shop`.
enum TodoistLabels {
    /// The title without its labels, and the labels.
    static func split(_ content: String) -> (title: String, labels: [String]) {
        guard content.utf8.contains(UInt8(ascii: "@")) else { return (content, []) }
        var title = String.UnicodeScalarView()
        var labels: [String] = []
        var rest = content.unicodeScalars[...]
        while !rest.isEmpty {
            let space = rest.prefix { $0.properties.isWhitespace }
            rest = rest[space.endIndex...]
            let word = rest.prefix { !$0.properties.isWhitespace }
            rest = rest[word.endIndex...]
            if word.first == "@", word.count > 1 {
                labels.append(String(word.dropFirst()))
            } else {
                title += space
                title += word
            }
        }
        let text = ItemRules.trimmed(String(title))
        return (text.hasVisibleCharacter ? text : content, labels)
    }
}
