import Items

/// A backup of TickTick: a few rows about the file, then a table.
struct TickTick {
    /// The rows among which that of the columns is.
    static let rowsBeforeTable = 20

    /// Columns that say nothing of a task for which an item has or needs a member.
    private static let passedOver = [
        "Is Check list", "Created Time", "Completed Time", "Order", "Is Floating", "Column Order",
        "View Mode",
    ]

    private var table: Table
    private let context: ImportContext
    private let title: Int?
    private let taskID: Int?
    private var unknown: UnknownColumns

    init(_ table: Table, _ context: ImportContext) {
        self.table = table
        self.context = context
        title = table.column("Title")
        taskID = table.column("taskId")
        let read = [
            "Folder Name", "List Name", "Title", "Kind", "Tags", "Content", "Start Date",
            "Due Date", "Reminder", "Repeat", "Priority", "Status", "Timezone", "Is All Day",
            "Column Name", "taskId", "parentId",
        ]
        unknown = UnknownColumns(table, but: read + Self.passedOver)
    }

    /// The table of a backup; nil if the text is none.
    static func table(in text: [UInt8]) throws(ImportFault) -> Table? {
        var rows = CSVReader(text)
        for _ in 0..<rowsBeforeTable {
            guard let columns = try Table.columns(&rows) else { return nil }
            if columns.contains("Folder Name"), columns.contains("List Name"),
                columns.contains("Title")
            {
                return Table(columns: columns, rows: rows)
            }
        }
        return nil
    }

    mutating func read(into collector: inout ItemCollector) throws(ImportFault) {
        while let row = try table.next() {
            if let fault = row.fault {
                collector.skip(row.line, fault)
                continue
            }
            guard row[table.column("Kind")] != "NOTE" else {
                collector.skip(row.line, .isNote)
                continue
            }
            let key: ItemCollector.Key =
                row[taskID].isEmpty ? .fields(row.fields) : .own(row[taskID])
            guard let id = try collector.id(of: key, title: row[title], line: row.line) else {
                continue
            }
            collector.add(draft(of: row), id: id)
        }
    }

    private mutating func draft(of row: CSVRow) -> ItemDraft {
        var draft = ItemDraft(line: row.line)
        draft.title = row[title]
        draft.titleField = "Title"
        draft.notes = value("Content", row)
        draft.notesField = "Content"
        let status = value("Status", row)
        draft.done = ["1", "2"].contains(status)
        if !draft.done, status != "0" { lose("Status", row, &draft) }
        if value("Priority", row) != "0" { lose("Priority", row, &draft) }
        for name in ["Folder Name", "Column Name", "parentId"] { lose(name, row, &draft) }
        addTags(row, &draft)
        takeDates(row, &draft)
        unknown.tell(row, &draft)
        return draft
    }

    private func addTags(_ row: CSVRow, _ draft: inout ItemDraft) {
        if let column = table.column("Tags") {
            for tag in row[column].split(separator: ",") {
                draft.addTag(String(tag), "Tags", at: column)
            }
        }
        if let column = table.column("List Name"), row[column] != "Inbox" {
            draft.addTag(row[column], "List Name", at: column)
        }
    }

    private func takeDates(_ row: CSVRow, _ draft: inout ItemDraft) {
        let name = value("Timezone", row)
        let zone = name.isEmpty ? context.zone : context.zone(named: name) ?? context.zone
        if !name.isEmpty, context.zone(named: name) == nil { lose("Timezone", row, &draft) }
        let isDay = value("Is All Day", row).lowercased() == "true"
        func moment(_ text: String) -> DueMoment? {
            guard let moment = DueMoment(text, in: zone), isDay else {
                return DueMoment(text, in: zone)
            }
            return DueMoment(day: moment.date, in: zone)
        }
        let (start, due) = (value("Start Date", row), value("Due Date", row))
        draft.due = moment(due.isEmpty ? start : due)
        if draft.due == nil, !due.isEmpty { keep("Due Date", row, &draft) }
        let startMoment = moment(start)
        let isSame = startMoment.flatMap { draft.due?.isEqual(to: $0) } ?? false
        if !isSame { keep("Start Date", row, &draft) }

        let column = table.column("Repeat") ?? 0
        let rule = draft.due.flatMap { RecurrenceText.rule(value("Repeat", row), from: $0) }
        draft.takeRule(rule, from: value("Repeat", row), "Repeat", at: column)
        for part in value("Reminder", row).split(separator: ",") {
            let text = ItemRules.trimmed(String(part))
            let duration = ICalendarDuration(text.droppingPrefix("TRIGGER:"))
            draft.takeReminder(
                secondsBefore: duration.map { -$0.total }, from: text, "Reminder",
                at: table.column("Reminder") ?? 0)
        }
    }

    private func value(_ name: String, _ row: CSVRow) -> String { row[table.column(name)] }

    private func lose(_ name: String, _ row: CSVRow, _ draft: inout ItemDraft) {
        guard let column = table.column(name) else { return }
        draft.lose(name, row[column], at: column)
    }

    private func keep(_ name: String, _ row: CSVRow, _ draft: inout ItemDraft) {
        guard let column = table.column(name) else { return }
        draft.keep(name, row[column], at: column)
    }
}
