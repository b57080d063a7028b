import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The card of an item` {
    static let contents = [
        ItemContent(title: "x"),
        ItemContent(title: "milk", itemDescription: "", done: true),
        ItemContent(title: "milk", itemDescription: "two", timestamp: -62_135_596_800),
        ItemContent(title: "Ä", location: Location(name: "")),
        ItemContent(title: "Ä", location: Location(name: String(repeating: "😀", count: 500))),
        ItemContent(
            title: String(repeating: "😀", count: 500), itemDescription: "d", timestamp: 0.1,
            location: Location(
                name: "Home", coordinate: Coordinate(latitude: -90, longitude: 179.999_999)),
            done: true),
    ]

    @Test(arguments: contents)
    func `says all of it but the description`(content: ItemContent) throws {
        var item = ToDoItem(
            id: ItemID(high: .max, low: 1), place: 1 << 40, content: content, now: 1.5, revision: 3)
        item.updatedAt = 1_700_000_000.123_456
        var card: [UInt8] = []

        ItemCard.append(item, to: &card)

        var row = try Connection.migratedInMemory().prepare("SELECT ?1, ?2")
        try row.bind(blob: card.span, at: 1)
        try row.bind(text: content.itemDescription, at: 2)
        #expect(try row.step())
        #expect(try ItemCard.item(row) == item)
        #expect(ItemCard.position(row) == (3, 1 << 40))
    }

    @Test(arguments: contents)
    func `is none when its end is missing`(content: ItemContent) throws {
        let item = ToDoItem(
            id: ItemID(high: 1, low: 1), place: 1, content: content, now: 1, revision: 1)
        var card: [UInt8] = []
        ItemCard.append(item, to: &card)
        let title = content.title.utf8.count
        var row = try Connection.migratedInMemory().prepare("SELECT ?1, NULL")

        // What is left of a title can be one.
        for length in 0...card.count - title {
            try row.bind(blob: card.span.extracting(first: length), at: 1)
            try row.withReset { row throws(DatabaseError) in
                _ = try row.step()
                let error = #expect(throws: DatabaseError.self) { try ItemCard.item(row) }
                #expect(error?.kind == .corrupt, "\(length) bytes")
            }
        }
    }

    @Test func `knows no negative zero, like the columns`() throws {
        let point = Coordinate(latitude: -0.0, longitude: -0.0)
        let content = ItemContent(
            title: "x", timestamp: -0.0, location: Location(name: "", coordinate: point))
        let database = try Connection.migratedInMemory()
        let owner = try database.localOwner()
        let storage = try MemoryStorage(database)

        _ = storage.repository.perform(ItemWrite(owner: owner, action: .put(id(1), content)))

        #expect(database.breaches() == [])
        let found = try storage.repository.all(of: owner)[0].content
        #expect(found.timestamp?.sign == .plus)
        #expect(found.location?.coordinate?.latitude.sign == .plus)
    }
}
