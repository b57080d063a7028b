import Items

/// A table from a spreadsheet, with a column of titles.
struct Spreadsheet {
    static let titles = ["title", "task", "name", "summary", "subject", "content"]
    private static let notes = ["description", "notes", "note"]
    private static let done = ["done", "completed", "status"]
    private static let tags = ["tags", "labels", "categories"]
    private static let due = ["due", "due date", "duedate", "date", "deadline"]
    private static let doneWords: Set = ["true", "yes", "1", "x", "done", "completed"]
    private static let openWords: Set = ["", "false", "no", "0", "open", "todo"]

    private var table: Table
    private let context: ImportContext
    private let title: Int?
    private let notes: Int?
    private let done: Int?
    private let tags: Int?
    private let due: Int?
    private var unknown: UnknownColumns

    init(_ table: Table, _ context: ImportContext) {
        let names = table.columns.map { $0.lowercased() }
        func column(_ words: [String]) -> Int? {
            words.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        self.table = table
        self.context = context
        title = column(Self.titles)
        notes = column(Self.notes)
        done = column(Self.done)
        tags = column(Self.tags)
        due = column(Self.due)
        let known = [title, notes, done, tags, due]
        unknown = UnknownColumns(table, but: known)
    }

    static func isRecognized(_ table: Table) -> Bool {
        table.columns.contains { titles.contains($0.lowercased()) }
    }

    mutating func read(into collector: inout ItemCollector) throws(ImportFault) {
        while let row = try table.next() {
            if let fault = row.fault {
                collector.skip(row.line, fault)
                continue
            }
            let key = ItemCollector.Key.fields(row.fields)
            guard let id = try collector.id(of: key, title: row[title], line: row.line) else {
                continue
            }
            collector.add(draft(of: row), id: id)
        }
    }

    private mutating func draft(of row: CSVRow) -> ItemDraft {
        var draft = ItemDraft(line: row.line)
        draft.title = row[title]
        draft.titleField = name(title)
        draft.notes = row[notes]
        draft.notesField = name(notes)
        let state = row[done].lowercased()
        draft.done = Self.doneWords.contains(state)
        if !draft.done, !Self.openWords.contains(state) {
            draft.lose(name(done), row[done], at: done ?? 0)
        }
        if let due {
            draft.due = DueMoment(row[due], in: context.zone)
            if draft.due == nil { draft.keep(name(due), row[due], at: due) }
        }
        if let tags {
            let text = row[tags]
            let parts =
                text.utf8.contains(UInt8(ascii: ","))
                ? text.split(separator: ",") : text.split { $0.isWhitespace }
            for part in parts { draft.addTag(String(part), name(tags), at: tags) }
        }
        unknown.tell(row, &draft)
        return draft
    }

    private func name(_ column: Int?) -> String { column.map { table.columns[$0] } ?? "" }
}
