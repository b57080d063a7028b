import Items
import TestSupport
import Testing

@Suite struct `An item` {
    private static func item(done: Bool) -> ToDoItem {
        ToDoItem(
            id: ItemID(high: 1, low: 2), sequence: 3,
            content: ItemContent(title: "milk", done: done),
            now: 10, revision: 4)
    }

    @Test(arguments: [(false, nil), (true, 10)])
    func `that is created done has the current time as doneAt`(done: Bool, doneAt: Double?) {
        let item = Self.item(done: done)

        #expect(item.createdAt == 10)
        #expect(item.updatedAt == 10)
        #expect(item.doneAt == doneAt)
        #expect(item.revision == 4)
    }

    @Test(arguments: [
        (false, false, nil), (false, true, 20), (true, true, 10), (true, false, nil),
    ])
    func `that is changed keeps doneAt while it stays done`(
        before: Bool, after: Bool, doneAt: Double?
    ) {
        let old = Self.item(done: before)

        let item = old.changed(to: ItemContent(title: "bread", done: after), now: 20, revision: 5)

        let expected = ToDoItem(
            id: old.id, sequence: 3, content: ItemContent(title: "bread", done: after),
            createdAt: 10,
            updatedAt: 20, doneAt: doneAt, revision: 5)
        #expect(item == expected)
    }

    // Within a write, items are created some microseconds ahead of the clock.
    @Test(arguments: [(9.999, 10), (9.001, 10), (8, 8)])
    func `is never changed before its creation time, unless the clock was set back`(
        now: Double, time: Double
    ) {
        let old = Self.item(done: false)

        let item = old.changed(
            to: ItemContent(title: "milk", done: true), now: now, revision: 5)

        #expect(item.updatedAt == time)
        #expect(item.doneAt == time)
    }
}

@Suite struct `Item content` {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"
    private static let base = ItemContent(
        title: composed, itemDescription: composed, timestamp: 1,
        location: Location(name: composed, coordinate: Coordinate(latitude: 2, longitude: 3)))

    private static func changed(_ change: (inout ItemContent) -> Void) -> ItemContent {
        var content = base
        change(&content)
        return content
    }

    @Test func `with equal members is equal`() {
        #expect(Self.base == Self.changed { _ in })
    }

    @Test(arguments: [
        (changed { $0.title = decomposed }, ItemMember.title),
        (changed { $0.itemDescription = decomposed }, .itemDescription),
        (changed { $0.itemDescription = nil }, .itemDescription),
        (changed { $0.itemDescription = "" }, .itemDescription),
        (changed { $0.timestamp = (1.0).nextUp }, .timestamp),
        (changed { $0.timestamp = nil }, .timestamp),
        (changed { $0.day = CivilDate(days: 0) }, .day),
        (changed { $0.repetition = RepetitionText(Repetition(.daily)) }, .repetition),
        (changed { $0.location = nil }, .location),
        (changed { $0.location?.name = decomposed }, .location),
        (changed { $0.location?.coordinate = nil }, .location),
        (changed { $0.location?.coordinate?.latitude = (2.0).nextUp }, .location),
        (changed { $0.location?.coordinate?.longitude = (3.0).nextUp }, .location),
        (changed { $0.tags = Tags("a") }, .tags),
        (changed { $0.position = OrderKey("a0") }, .position),
        (changed { $0.remind = 0 }, .remind),
        (changed { $0.done = true }, .done),
    ])
    func `with a different member is different, even in normalization alone`(
        other: ItemContent, member: ItemMember
    ) {
        #expect(other != Self.base)
        #expect(ItemContent.Members(between: Self.base, and: other) == [.init(member)])
    }

    @Test func `without equal members differs in all of them`() throws {
        var other = try ItemContent.whole()
        other.done = true

        #expect(ItemContent.Members(between: Self.base, and: other) == .all)
    }
}
