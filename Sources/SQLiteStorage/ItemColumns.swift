import Items
import SQLite

/// The columns of an item in the order in which they are listed and bound;
/// most reads take `ItemCard`.
enum ItemColumns {
    static let list = """
        place, id, title, description, timestamp, place_name, latitude, longitude, done, \
        created_at, updated_at, done_at, revision
        """

    /// The same of an image in the log, whose revision is that of the write before.
    static let imageList = """
        place, id, title, description, timestamp, place_name, latitude, longitude, done, \
        created_at, updated_at, done_at, was_revision
        """

    /// How many there are.
    static let count: Int32 = 13

    private enum At {
        static let place: Int32 = 0
        static let id: Int32 = 1
        static let title: Int32 = 2
        static let description: Int32 = 3
        static let timestamp: Int32 = 4
        static let placeName: Int32 = 5
        static let latitude: Int32 = 6
        static let longitude: Int32 = 7
        static let done: Int32 = 8
        static let createdAt: Int32 = 9
        static let updatedAt: Int32 = 10
        static let doneAt: Int32 = 11
        static let revision: Int32 = 12
    }

    /// The row on which the statement stands, as a value.
    static func item(_ statement: borrowing Statement) throws(DatabaseError) -> ToDoItem {
        let facts = try facts(statement)
        let location = try statement.optionalString(at: At.placeName).map { name in
            Location(name: name, coordinate: facts.coordinate)
        }
        return ToDoItem(
            id: facts.id, place: facts.place,
            content: ItemContent(
                title: try statement.soundString(at: At.title),
                itemDescription: try statement.optionalString(at: At.description),
                timestamp: facts.timestamp, location: location, done: facts.done),
            createdAt: facts.createdAt, updatedAt: facts.updatedAt, doneAt: facts.doneAt,
            revision: facts.revision)
    }

    /// Binds the item's columns to the parameters from `first` on.
    static func bind(
        _ item: ToDoItem, to statement: inout Statement, from first: Int32
    ) throws(DatabaseError) {
        let content = item.content
        try statement.bind(item.place, at: first + At.place)
        try statement.bind(uuid: item.id, at: first + At.id)
        try statement.bind(text: content.title, at: first + At.title)
        try statement.bind(text: content.itemDescription, at: first + At.description)
        try statement.bind(content.timestamp, at: first + At.timestamp)
        try statement.bind(text: content.location?.name, at: first + At.placeName)
        try statement.bind(content.location?.coordinate?.latitude, at: first + At.latitude)
        try statement.bind(content.location?.coordinate?.longitude, at: first + At.longitude)
        try statement.bind(content.done ? 1 : 0, at: first + At.done)
        try statement.bind(item.createdAt, at: first + At.createdAt)
        try statement.bind(item.updatedAt, at: first + At.updatedAt)
        try statement.bind(item.doneAt, at: first + At.doneAt)
        try statement.bind(item.revision, at: first + At.revision)
    }

    private static func facts(
        _ statement: borrowing Statement
    ) throws(DatabaseError) -> ItemRow.Facts {
        let facts = ItemRow.Facts(
            id: try statement.itemID(at: At.id),
            place: try statement.counter(at: At.place),
            timestamp: statement.optionalDouble(at: At.timestamp),
            coordinate: try coordinate(statement, at: At.latitude),
            done: statement.int(at: At.done) != 0,
            createdAt: statement.double(at: At.createdAt),
            updatedAt: statement.double(at: At.updatedAt),
            doneAt: statement.optionalDouble(at: At.doneAt),
            revision: try statement.counter(at: At.revision))
        try statement.require(facts)
        return facts
    }

    /// The latitude in that column and the longitude in the next, nil when there are none.
    static func coordinate(
        _ statement: borrowing Statement, at column: Int32
    ) throws(DatabaseError) -> Coordinate? {
        guard let latitude = statement.optionalDouble(at: column) else { return nil }
        let coordinate = Coordinate(
            latitude: latitude, longitude: statement.double(at: column + 1))
        try statement.require(coordinate)
        return coordinate
    }
}

extension Statement {
    /// Binds the 16 bytes of an id.
    mutating func bind(uuid id: ItemID, at index: Int32) throws(DatabaseError) {
        try bind(uuid: id.high, low: id.low, at: index)
    }

    fileprivate func optionalDouble(at index: Int32) -> Double? {
        isNull(at: index) ? nil : double(at: index)
    }
}
