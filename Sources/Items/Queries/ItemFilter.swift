/// Which items are meant: those for which all holds that is asked; all of them when nothing is.
package struct ItemFilter: Equatable, Sendable {
    package var done: Bool?
    package var words: SearchWords?
    /// Due before this time, strictly; an item without a timestamp is due at none.
    package var dueBefore: Double?
    /// Due after this time, strictly.
    package var dueAfter: Double?
    package var near: GeoCircle?
    /// Whether the item has a location, be it without a coordinate.
    package var hasLocation: Bool?

    /// A filter that lets every item through.
    package init() {}

    /// Whether it lets every item through.
    package var isEmpty: Bool {
        done == nil && isDoneOnly
    }

    /// Whether it lets every open item through, or every done one, or both.
    package var isDoneOnly: Bool {
        words == nil && !filtersByTime && near == nil && hasLocation == nil
    }

    /// Whether it says something about the timestamp.
    package var filtersByTime: Bool { dueBefore != nil || dueAfter != nil }

    /// Whether the item is meant.
    package func matches(_ item: ToDoItem) -> Bool {
        var answer = false
        var scratch: [UInt8] = []
        item.withRow { answer = matches($0, &scratch) }
        return answer
    }

    /// The same for an item in storage; `scratch` is memory that is used again for the next one.
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
        // Last, since it costs most.
        return words?.occur(in: row.title, row.itemDescription, &scratch) ?? true
    }
}
