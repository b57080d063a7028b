/// Why a whole file is refused. Lines count from 1.
package enum ImportFault: Error, Equatable, Sendable {
    case tooLarge(limit: Int)
    /// Bytes that are neither UTF-8 nor UTF-16 with a byte order mark.
    case notUnicode(line: Int)
    case containsNUL(line: Int)
    case notJSON(line: Int)
    /// The file is not of the format that the request names.
    case isNot(ImportFormat)
    /// The file is of no format that is known.
    case isOfNoFormat
    /// A quote that is opened in this line never closes.
    case openQuote(line: Int)
    /// Its first row has more columns than any table has.
    case tooManyColumns(limit: Int)
    /// The row or component that begins in this line is one too many; in JSON, the task's number.
    case tooManyItems(limit: Int, line: Int)
}

extension ImportFault {
    /// What is wrong with the file, as a sentence. The server and the command line both say it.
    package var sentence: String {
        switch self {
        case .tooLarge(let limit): "The file is larger than \(limit >> 20) MiB."
        case .notUnicode(let line):
            "Line \(line) is not UTF-8; a file in UTF-16 has to begin with a byte order mark."
        case .containsNUL(let line):
            "Line \(line) contains U+0000; a file in UTF-16 has to begin with a byte order mark."
        case .notJSON(let line): "The file is not JSON, from line \(line) on."
        case .isNot(let format):
            "The file is not of the format \(format.rawValue): it has no \(format.mark)."
        case .isOfNoFormat:
            "The file is of no known format: it has no "
                + ImportFormat.allCases.map { "\($0.mark) (\($0.rawValue))" }
                .joined(separator: ", ") + "."
        case .openQuote(let line): "The quote that opens in line \(line) never closes."
        case .tooManyColumns(let limit): "The first row has more than \(limit) columns."
        case .tooManyItems(let limit, let line):
            "The file has more than \(limit) items: the one of line \(line) is too many."
        }
    }
}

extension ImportFormat {
    /// What a file is recognised by, after "it has no".
    fileprivate var mark: String {
        switch self {
        case .toodoo: "JSON array or lines of JSON objects"
        case .todoist: "columns TYPE and CONTENT in its first row"
        case .ticktick: "columns Folder Name, List Name and Title in its first 20 rows"
        case .google: "JSON object with the kind tasks#… and items"
        case .icalendar: "BEGIN:VCALENDAR as its first line"
        case .csv: "column \(Spreadsheet.titles.joined(separator: ", ")) in its first row"
        }
    }
}
