/// A file as its text, which is checked once for every format.
package struct ImportSource: Sendable {
    /// UTF-8 without a byte order mark and without U+0000.
    package let text: [UInt8]

    /// Decodes a file: UTF-8, or UTF-16 with a byte order mark.
    package init(_ bytes: [UInt8], limits: ImportLimits = .request) throws(ImportFault) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        text = try FileText.decode(bytes)
    }

    /// The format of the file: the wanted one, or the one that it is recognised by.
    package func format(_ wanted: ImportFormat? = nil) throws(ImportFault) -> ImportFormat {
        if let wanted {
            guard try isOf(wanted) else { throw .isNot(wanted) }
            return wanted
        }
        for format in ImportFormat.allCases where try isOf(format) { return format }
        throw .isOfNoFormat
    }

    /// The items of the file, of the format that `format` has returned. Lists of `toodoo` are judged
    /// as bodies of requests are, so their reader is that of the API.
    package func read(
        as format: ImportFormat, in context: ImportContext
    ) throws(ImportFault) -> ImportedFile {
        var collector = ItemCollector(format, context.limits)
        switch format {
        case .toodoo: preconditionFailure("the API reads lists of toodoo")
        case .todoist:
            var reader = Todoist(try Table(text), context)
            try reader.read(into: &collector)
        case .ticktick:
            guard let table = try TickTick.table(in: text) else { throw .isNot(format) }
            var reader = TickTick(table, context)
            try reader.read(into: &collector)
        case .google:
            var reader = GoogleTasks(text, context)
            try reader.read(into: &collector)
        case .icalendar:
            var reader = ICalendar(text, context)
            try reader.read(into: &collector)
        case .csv:
            var reader = Spreadsheet(try Table(text), context)
            try reader.read(into: &collector)
        }
        return collector.file
    }

    private func isOf(_ format: ImportFormat) throws(ImportFault) -> Bool {
        switch format {
        case .toodoo:
            let first = text.first { !$0.isJSONBlank }
            return first == UInt8(ascii: "[")
                || first == UInt8(ascii: "{") && !GoogleTasks.isRecognized(in: text)
        case .google: return GoogleTasks.isRecognized(in: text)
        case .icalendar: return ICalendar.isRecognized(in: text)
        case .todoist: return Todoist.isRecognized(try Table(text))
        case .ticktick: return try TickTick.table(in: text) != nil
        case .csv: return Spreadsheet.isRecognized(try Table(text))
        }
    }
}
