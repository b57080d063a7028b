import Items

/// A calendar (RFC 5545), whose VTODOs are items.
struct ICalendar {
    private var lines: ContentLines
    private let text: [UInt8]
    private let context: ImportContext
    private var todo: VToDo?
    /// A component in which nothing is read.
    private var ignored: String?

    init(_ text: [UInt8], _ context: ImportContext) {
        self.text = text
        self.context = context
        lines = ContentLines(text)
    }

    /// Whether the first line that is not empty begins a calendar.
    static func isRecognized(in text: [UInt8]) -> Bool {
        let mark = Array("BEGIN:VCALENDAR".utf8)
        let start = text.firstIndex { !$0.isJSONBlank } ?? text.count
        guard text.count - start >= mark.count else { return false }
        return mark.indices.allSatisfy { index in
            let byte = text[start + index]
            return (byte >= UInt8(ascii: "a") ? byte & 0xDF : byte) == mark[index]
        }
    }

    mutating func read(into collector: inout ItemCollector) throws(ImportFault) {
        var start = lines.position
        while let line = lines.next() {
            switch line.name {
            case "BEGIN": begin(line, at: lines.position, &collector)
            case "END": try end(line, at: start, &collector)
            default: if ignored == nil { todo?.take(line) }
            }
            start = lines.position
        }
        endOfTodo(&collector)
    }

    private mutating func begin(
        _ line: ContentLine, at position: Int, _ collector: inout ItemCollector
    ) {
        let name = line.rawValue.uppercased()
        switch name {
        case "VTODO":
            endOfTodo(&collector)
            ignored = nil
            todo = VToDo(line: line.number, start: position)
        case "VCALENDAR":
            endOfTodo(&collector)
            ignored = nil
        case "VEVENT", "VJOURNAL", "VFREEBUSY":
            endOfTodo(&collector)
            ignored = name
            collector.skip(line.number, .isComponent(name))
        case _ where ignored != nil: break
        case "VALARM" where todo != nil: todo?.beginAlarm()
        case "VTIMEZONE": ignored = name
        default:
            ignored = name
            guard todo == nil else {
                todo?.lose("BEGIN", name, at: line.number)
                return
            }
            collector.skip(line.number, .isComponent(name.prefix(characters: 40)))
        }
    }

    private mutating func end(
        _ line: ContentLine, at position: Int, _ collector: inout ItemCollector
    ) throws(ImportFault) {
        let name = line.rawValue.uppercased()
        switch name {
        case _ where name == ignored: ignored = nil
        case "VALARM": todo?.endAlarm()
        case "VCALENDAR": endOfTodo(&collector)
        case "VTODO":
            guard var todo = todo.take() else { return }
            ignored = nil
            let lines = text[todo.start..<position]
            try todo.finish(context, lines, &collector)
        default: break
        }
    }

    /// Tells of a VTODO that has not ended before something else.
    private mutating func endOfTodo(_ collector: inout ItemCollector) {
        if let todo = todo.take() { collector.skip(todo.line, .hasNoEnd) }
    }
}
