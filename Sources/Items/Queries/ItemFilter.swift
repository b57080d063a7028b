/// A filter of items: the conjunction of its conditions; without conditions, all items.
package struct ItemFilter: Equatable, Sendable {
    package var done: Bool?
    package var words: SearchWords?
    /// Due before this time, exclusive; an item without a timestamp does not match.
    package var dueBefore: Double?
    /// Due after this time, exclusive.
    package var dueAfter: Double?
    package var near: GeoCircle?
    /// Whether the item has a location, with or without a coordinate.
    package var hasLocation: Bool?
    package var tags: TagFilter?

    /// A filter that matches every item.
    package init() {}

    /// Whether the filter has no condition other than `done`.
    package var isDoneOnly: Bool {
        words == nil && !filtersByTime && near == nil && hasLocation == nil && tags == nil
    }

    /// Whether the filter has a condition on the timestamp.
    package var filtersByTime: Bool { dueBefore != nil || dueAfter != nil }

    package func matches(_ item: ToDoItem) -> Bool {
        var answer = false
        var scratch: [UInt8] = []
        item.withRow { answer = matches($0, &scratch) }
        return answer
    }

    /// Whether a row matches; `scratch` is a buffer that is reused between rows.
    package func matches(_ row: borrowing ItemRow, _ scratch: inout [UInt8]) -> Bool {
        let fields = row.fields
        if let done, fields.done != done { return false }
        if filtersByTime {
            guard let time = fields.timestamp else { return false }
            if let dueBefore, time >= dueBefore { return false }
            if let dueAfter, time <= dueAfter { return false }
        }
        if let hasLocation, (row.locationName != nil) != hasLocation { return false }
        if let near {
            guard let point = fields.coordinate, near.contains(point) else { return false }
        }
        if let tags, !tags.matches(row.tags, &scratch) { return false }
        // Last, because it is the most expensive condition.
        return words?.occur(in: row.title, row.itemDescription, &scratch) ?? true
    }
}
