import HTTP
import Items

/// How much of the items' texts a result has, so that all its items take at most 256 KiB of JSON.
///
///     all of it fits            nothing is cut
///     all but descriptions      each description is cut to an equal share of the rest
///     titles and names do not   those are cut as well, and descriptions are left out
///
/// A model's context is small, and the largest items are 64 KiB each.
struct SizeLimit {
    /// The most bytes of items in a result.
    static let most = 256 << 10
    /// An upper bound of the JSON of an item without its texts and rule.
    private static let members = 384
    /// An upper bound of the length of the note after a cut.
    private static let remark = 64

    /// In bytes of JSON.
    private(set) var description = Int.max
    private(set) var name = Int.max

    /// The limit for these items together.
    init(of items: [ToDoItem]) {
        var (others, descriptions) = (2, 0)
        for item in items {
            let content = item.content
            others +=
                Self.members + Self.length(content.title) + Self.length(content.location?.name)
                + (content.repetition?.text.utf8.count ?? 0)
            descriptions += Self.length(content.itemDescription)
        }
        guard others + descriptions > Self.most else { return }
        let share = (Self.most - others) / items.count - Self.remark
        description = max(0, share)
        if share < 0 { name = 600 }
    }

    /// The length of a text as JSON.
    private static func length(_ text: String?) -> Int {
        (text ?? "").unicodeScalars.reduce(0) { $0 + $1.lengthInJSON }
    }
}

extension ByteWriter {
    /// Appends items as assistants get them, as a JSON array.
    mutating func append(_ items: [ToDoItem], _ limit: SizeLimit) {
        appendJSON(array: items) { $0.append($1, limit) }
    }

    private mutating func append(_ item: ToDoItem, _ limit: SizeLimit) {
        let content = item.content
        append("{\"id\":")
        appendJSON(uuid: item.id.high, low: item.id.low)
        append(",\"title\":")
        appendJSON(name: content.title, limit)
        if let text = content.itemDescription {
            append(",\"description\":")
            if let start = text.cut(to: limit.description) {
                appendJSON("\(start)… [cut here: \(text.utf8.count) bytes in all]")
            } else {
                appendJSON(text)
            }
        }
        if let due = DueText(content) {
            append(",\"due\":\"")
            due.write(to: &self)
            append("\"")
        }
        if let repetition = content.repetition {
            append(",\"repeat\":")
            append(text: repetition.text)
        }
        if let location = content.location {
            append(",\"location\":{\"name\":")
            appendJSON(name: location.name, limit)
            if let point = location.coordinate {
                append(",\"coordinate\":{\"latitude\":")
                appendJSON(point.latitude)
                append(",\"longitude\":")
                appendJSON(point.longitude)
                append("}")
            }
            append("}")
        }
        append(",\"done\":")
        appendJSON(content.done)
        append(",\"revision\":\"")
        append(decimal: item.revision)
        append("\"}")
    }

    private mutating func appendJSON(name: String, _ limit: SizeLimit) {
        appendJSON(name.cut(to: limit.name).map { $0 + "…" } ?? name)
    }
}

extension String {
    /// The beginning that takes at most `limit` bytes of JSON; nil if all of it does.
    fileprivate func cut(to limit: Int) -> String? {
        guard limit < .max else { return nil }
        var length = 0
        for index in unicodeScalars.indices {
            length += unicodeScalars[index].lengthInJSON
            if length > limit { return String(unicodeScalars[..<index]) }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The bytes of the scalar in a JSON string, at most.
    fileprivate var lengthInJSON: Int {
        switch value {
        case ..<0x20: 6
        case 0x22, 0x5C: 2
        default: UTF8.width(self)
        }
    }
}
