import Items

/// A row of a table.
struct CSVRow {
    /// Where it begins, from 1.
    let line: Int
    /// The values of the columns that are read, without outer white space.
    var fields: [String] = []
    /// Whether a field beyond them is not empty.
    var hasMore = false
    var hasTextBehindQuote = false

    var isEmpty: Bool { !hasMore && !hasTextBehindQuote && fields.allSatisfy(\.isEmpty) }

    /// The field of a column; empty where the row ends before it, or without such a column.
    subscript(column: Int?) -> String {
        guard let column, column < fields.count else { return "" }
        return fields[column]
    }

    /// Why the row cannot be read as one of its table.
    var fault: SkipReason? {
        hasTextBehindQuote ? .hasTextBehindQuote : hasMore ? .hasMoreFields : nil
    }
}

/// Reads the rows of a CSV file (RFC 4180).
///
///     a,"b, with ""quotes""
///     and a line break",c␍␊
struct CSVReader {
    private let text: [UInt8]
    private let separator: UInt8
    private var position = 0
    private var line = 1

    /// The reader of a text, whose separator is the one that its first row has most.
    init(_ text: [UInt8]) {
        self.text = text
        separator = Self.separator(of: text)
    }

    private static func separator(of text: [UInt8]) -> UInt8 {
        let separators = Array(",;\t".utf8)
        var counts = [0, 0, 0]
        var isInQuotes = false
        for byte in text {
            if byte == quote { isInQuotes.toggle() }
            if isInQuotes { continue }
            if byte == lineFeed { break }
            if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
        }
        // The first of those that are equal.
        return separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")

    /// The next row with its first `maximum` fields; nil at the end.
    mutating func next(fields maximum: Int) throws(ImportFault) -> CSVRow? {
        guard position < text.count else { return nil }
        var row = CSVRow(line: line)
        var count = 0
        repeat {
            let field = try field(&row)
            count += 1
            if count <= maximum {
                row.fields.append(field)
            } else if !field.isEmpty {
                row.hasMore = true
            }
        } while takeSeparator()
        return row
    }

    /// Goes past the end of a field; false at the end of the row.
    private mutating func takeSeparator() -> Bool {
        guard position < text.count else { return false }
        defer { position += 1 }
        if text[position] == separator { return true }
        line += 1
        return false
    }

    private mutating func field(_ row: inout CSVRow) throws(ImportFault) -> String {
        guard position < text.count, text[position] == Self.quote else { return plainField() }
        let field = try quotedField()
        if !plainField().isEmpty { row.hasTextBehindQuote = true }
        return field
    }

    /// Reads up to the field's end.
    private mutating func plainField() -> String {
        let start = position
        while position < text.count, text[position] != separator, text[position] != Self.lineFeed {
            position += 1
        }
        guard start < position else { return "" }
        return ItemRules.trimmed(String(decoding: text[start..<position], as: UTF8.self))
    }

    /// Reads a field from its first to its last quote.
    private mutating func quotedField() throws(ImportFault) -> String {
        let opening = line
        var field: [UInt8] = []
        position += 1
        var start = position
        while position < text.count {
            switch text[position] {
            case Self.quote:
                field += text[start..<position]
                position += 1
                guard position < text.count, text[position] == Self.quote else {
                    return ItemRules.trimmed(String(decoding: field, as: UTF8.self))
                }
                // The second quote begins the next part.
                start = position
            case Self.lineFeed:
                line += 1
                if position > start, text[position - 1] == UInt8(ascii: "\r") {
                    field += text[start..<position - 1]
                    start = position
                }
            default: break
            }
            position += 1
        }
        throw .openQuote(line: opening)
    }
}
