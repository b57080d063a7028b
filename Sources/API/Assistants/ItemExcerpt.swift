import Items

/// An item as much as a result shows of it: its description may be shortened.
struct ItemExcerpt: Sendable {
    private(set) var item: ToDoItem
    /// The length of the whole description in UTF-8.
    let descriptionBytes: Int

    /// All of an item.
    init(_ item: ToDoItem) {
        self.item = item
        descriptionBytes = item.content.itemDescription?.utf8.count ?? 0
    }

    /// An item with at most this many bytes of its description.
    init(_ row: borrowing ItemRow, atMost limit: Int) {
        descriptionBytes = row.itemDescription?.count ?? 0
        guard let text = row.itemDescription, text.count > limit else {
            item = ToDoItem(row)
            return
        }
        item = ToDoItem(
            ItemRow(
                fields: row.fields, title: row.title,
                itemDescription: text.extracting(first: text.endOfScalars(atMost: limit)),
                locationName: row.locationName, repetition: row.repetition, tags: row.tags,
                position: row.position))
    }

    /// Whether the end of the description is left out.
    var isShortened: Bool { keptBytes < descriptionBytes }

    var keptBytes: Int { item.content.itemDescription?.utf8.count ?? 0 }

    /// Leaves out what is behind this many bytes of the description.
    mutating func shorten(toBytes limit: Int) {
        guard let text = item.content.itemDescription, text.utf8.count > limit else { return }
        item.content.itemDescription = text.beginning(atMost: limit)
    }
}

extension Span where Element == UInt8 {
    /// The length of the longest beginning of UTF-8 with whole scalars and at most `limit` bytes.
    func endOfScalars(atMost limit: Int) -> Int {
        guard limit < count else { return count }
        var end = limit
        // Bytes 10xxxxxx continue a scalar (RFC 3629 §3).
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

extension String {
    /// The longest beginning with whole scalars and at most `limit` bytes of UTF-8.
    func beginning(atMost limit: Int) -> String {
        let end = utf8Span.span.endOfScalars(atMost: limit)
        return String(unicodeScalars[..<utf8.index(utf8.startIndex, offsetBy: end)])
    }
}
