import Items
import SQLite

/// What the columns of a row say of an item, but for its description, once more in one.
///
///     1    what there is: bit 0 done, 1 a due date, 2 a location, 3 its coordinate
///     16   id
///     8    place
///     8    revision
///     8    each: created at, updated at; done at, due date, latitude and longitude if there are
///     2    if there is a location: how long its name is, and then the name
///          the title, to the end
///
/// SQLite takes a row apart column by column, and hands out each by calls of its
/// own: that was half of what a list cost. Reads take the card; the columns bear
/// the rules of the schema, and are what SQL, searches and people ask for. Both
/// are written by the same statement. Numbers have their highest byte first.
enum ItemCard {
    /// The columns that every SELECT lists that reads cards.
    static let list = "card, description"
    /// How many these are; what else is selected stands behind them.
    static let columnCount: Int32 = 2

    private enum At {
        static let card: Int32 = 0
        static let description: Int32 = 1
    }

    /// Where in a card the numbers are that every card has, and how long these are together.
    private enum Head {
        static let id = 1
        static let place = 17
        static let revision = 25
        static let createdAt = 33
        static let updatedAt = 41
        static let bytes = 49
    }

    private enum Bit {
        static let done: UInt8 = 1
        static let timestamp: UInt8 = 2
        static let location: UInt8 = 4
        static let coordinate: UInt8 = 8
    }

    /// The revision and the place of the row on which the statement stands.
    static func position(_ statement: borrowing Statement) -> (revision: Int, place: Int) {
        let card = statement.blob(at: At.card)
        guard card.count >= Head.bytes else { return (0, 0) }
        return (
            Int(truncatingIfNeeded: card.number(at: Head.revision)),
            Int(truncatingIfNeeded: card.number(at: Head.place))
        )
    }

    private static func id(_ card: Span<UInt8>) -> ItemID {
        ItemID(high: card.number(at: Head.id), low: card.number(at: Head.id + 8))
    }

    /// Shows the row on which the statement stands, its texts still in SQLite's memory.
    static func show<Answer>(
        _ statement: borrowing Statement, to body: (borrowing ItemRow) -> Answer
    ) throws(DatabaseError) -> Answer {
        try show(statement, statement.blob(at: At.card), to: body)
    }

    /// Shows that row if it is that item; false if it is another, or none.
    static func showIfItIs(
        _ id: ItemID, _ statement: borrowing Statement, to body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        let card = statement.blob(at: At.card)
        guard card.count >= Head.bytes, self.id(card) == id else { return false }
        try show(statement, card, to: body)
        return true
    }

    private static func show<Answer>(
        _ statement: borrowing Statement, _ card: Span<UInt8>,
        to body: (borrowing ItemRow) -> Answer
    ) throws(DatabaseError) -> Answer {
        let bits = card.isEmpty ? 0 : card[0]
        var names = Head.bytes + 8 * (bits & Bit.done == 0 ? 0 : 1)
        names += 8 * (bits & Bit.timestamp == 0 ? 0 : 1)
        names += 16 * (bits & Bit.coordinate == 0 ? 0 : 1)
        var titles = names
        if bits & Bit.location != 0 {
            try statement.require(card.count > names + 2, "a card that is none")
            titles += 2 + (Int(card[names]) << 8 | Int(card[names + 1]))
            names += 2
        }
        try statement.require(card.count > titles, "a card that is none")

        let facts = try facts(statement, card, bits)
        let title = card.extracting(titles...)
        let name = card.extracting(names..<titles)
        try statement.requireUTF8(title)
        try statement.requireUTF8(name)
        let row = ItemRow(
            facts: facts, title: title,
            itemDescription: try statement.optionalText(at: At.description),
            placeName: bits & Bit.location == 0 ? nil : name)
        return body(row)
    }

    /// The row on which the statement stands, as a value.
    static func item(_ statement: borrowing Statement) throws(DatabaseError) -> ToDoItem {
        try show(statement) { ToDoItem($0) }
    }

    private static func facts(
        _ statement: borrowing Statement, _ card: Span<UInt8>, _ bits: UInt8
    ) throws(DatabaseError) -> ItemRow.Facts {
        var index = Head.bytes
        let doneAt = bits & Bit.done == 0 ? nil : double(card, &index)
        let timestamp = bits & Bit.timestamp == 0 ? nil : double(card, &index)
        var coordinate: Coordinate?
        if bits & Bit.coordinate != 0 {
            coordinate = Coordinate(
                latitude: double(card, &index), longitude: double(card, &index))
        }
        let facts = ItemRow.Facts(
            id: id(card),
            place: Int(truncatingIfNeeded: card.number(at: Head.place)), timestamp: timestamp,
            coordinate: coordinate, done: bits & Bit.done != 0,
            createdAt: Double(bitPattern: card.number(at: Head.createdAt)),
            updatedAt: Double(bitPattern: card.number(at: Head.updatedAt)), doneAt: doneAt,
            revision: Int(truncatingIfNeeded: card.number(at: Head.revision)))
        try statement.require(facts)
        return facts
    }

    private static func double(_ card: Span<UInt8>, _ index: inout Int) -> Double {
        defer { index += 8 }
        return Double(bitPattern: card.number(at: index))
    }

    /// Appends the card of an item.
    static func append(_ item: ToDoItem, to card: inout [UInt8]) {
        let content = item.content
        var bits: UInt8 = item.doneAt == nil ? 0 : Bit.done
        if content.timestamp != nil { bits |= Bit.timestamp }
        if content.location != nil { bits |= Bit.location }
        if content.location?.coordinate != nil { bits |= Bit.coordinate }
        card.append(bits)
        card.append(lowest: 8, of: item.id.high)
        card.append(lowest: 8, of: item.id.low)
        card.append(lowest: 8, of: UInt64(truncatingIfNeeded: item.place))
        card.append(lowest: 8, of: UInt64(truncatingIfNeeded: item.revision))
        append(item.createdAt, to: &card)
        append(item.updatedAt, to: &card)
        if let doneAt = item.doneAt { append(doneAt, to: &card) }
        if let timestamp = content.timestamp { append(timestamp, to: &card) }
        if let coordinate = content.location?.coordinate {
            append(coordinate.latitude, to: &card)
            append(coordinate.longitude, to: &card)
        }
        if let location = content.location {
            let name = location.name.utf8.span
            card.append(lowest: 2, of: UInt64(name.count))
            card.append(name)
        }
        card.append(content.title.utf8.span)
    }

    private static func append(_ double: Double, to card: inout [UInt8]) {
        // The columns know no negative zero either.
        card.append(lowest: 8, of: (double + 0).bitPattern)
    }
}

extension ItemCard {
    /// Makes the cards of all items that there are, in the transaction that is open.
    ///
    /// An item that is damaged gets none, and is told of when it is read, as ever.
    static func fill(_ session: any StorageSession) throws(DatabaseError) {
        var rows = try session.prepare(
            "SELECT \(ItemColumns.list) FROM items WHERE place > ?1 ORDER BY place LIMIT 1")
        var set = try session.prepare("UPDATE items SET card = ?2 WHERE place = ?1")
        var place = Int.min
        var card: [UInt8] = []
        while true {
            // One at a time: what is changed while it is walked through may
            // be met twice (sqlite.org/isolation.html).
            card.removeAll(keepingCapacity: true)
            let next = try rows.withReset { statement throws(DatabaseError) -> Int? in
                try statement.bind(place, at: 1)
                guard try session.step(&statement) else { return nil }
                do throws(DatabaseError) {
                    append(try ItemColumns.item(statement), to: &card)
                } catch {
                    guard error.kind == .corrupt else { throw error }
                }
                let next = statement.integer(at: 0)
                try statement.requireOrder(next > place)
                return next
            }
            guard let next else { return }
            try set.bind(next, at: 1)
            try set.bind(blob: card.span, at: 2)
            try session.run(&set)
            place = next
        }
    }
}
