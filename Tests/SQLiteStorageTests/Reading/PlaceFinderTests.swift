import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The few items near a point` {
    @Test func `are found in few steps where hardly anything has a location`() throws {
        let session = FaultySession(
            try Connection.migratedInMemory(), fault: DatabaseError(code: 10, message: ""),
            takesTransaction: false)
        let owner = try session.localOwner()
        let orders = OrderWriter(session)
        for place in 1...200 { try orders.note(Self.item(place, at: nil), of: owner) }
        let near = Coordinate(latitude: 48.3, longitude: 179.9)
        let far = Coordinate(latitude: 48.3, longitude: 20)
        try orders.note(Self.item(201, at: near), of: owner)
        try orders.note(Self.item(202, at: far), of: owner)
        try orders.store()
        let finder = PlaceFinder(statements: try ListStatements(session), owner: owner)
        var filter = ItemFilter()
        filter.near = Circle(center: near, radius: 100_000)
        let before = session.steps

        let places = try finder.places(filter)

        #expect(places?.contains(201) == true)
        #expect(session.steps - before < 20)
    }

    private static func item(_ place: Int, at coordinate: Coordinate?) -> ToDoItem {
        let location = coordinate.map { Location(name: "here", coordinate: $0) }
        return ToDoItem(
            id: id(UInt64(place)), place: place,
            content: ItemContent(title: "title", location: location), now: 0, revision: 1)
    }
}
