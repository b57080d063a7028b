import Items
import Testing

@Suite struct `A member of an item` {
    /// The logs of storages have bits in this order, and no room for more.
    @Test func `has a bit of its own, without a gap between them`() {
        let bits = ItemMember.allCases.map(\.bit)

        #expect(bits.sorted() == Array(ItemMember.allCases.indices))
        #expect(bits.count <= ItemMember.limit)
    }

    @Test(arguments: ItemMember.allCases)
    func `is taken over from another content without the others`(member: ItemMember) {
        var content = Self.empty

        content.take([.init(member)], from: Self.full)

        #expect(ItemContent.Members(between: content, and: Self.empty) == [.init(member)])
        #expect(
            ItemContent.Members(between: content, and: Self.full)
                == .all.subtracting([.init(member)]))
    }

    @Test(arguments: ItemMember.allCases)
    func `comes back from a row`(member: ItemMember) {
        let item = ToDoItem(
            id: ItemID(high: 1, low: 2), sequence: 1, content: Self.full, now: 1, revision: 1)
        var copy: ToDoItem?

        item.withRow { copy = ToDoItem($0) }

        let content = copy?.content ?? Self.empty
        #expect(!ItemContent.Members(between: content, and: Self.full).contains(member))
    }

    @Test(arguments: ItemMember.allCases)
    func `counts its texts in bytes, and nothing else`(member: ItemMember) {
        let bytes = Self.full.textBytes(of: [.init(member)])

        let expected =
            switch member {
            case .title: 2
            case .itemDescription: 5
            case .repetition: 21
            case .location: 3
            case .tags: 4
            case .position: 2
            case .timestamp, .day, .remind, .done: 0
            }
        #expect(bytes == expected)
    }

    @Test(arguments: ItemMember.allCases)
    func `is invalid with a value that no write leaves`(member: ItemMember) {
        let values: [(inout ItemContent) -> Void] =
            switch member {
            case .title:
                [{ $0.title = "" }, { $0.title = " x" }, { $0.title = "a\u{0}" }]
            case .itemDescription:
                [{ $0.itemDescription = String(repeating: "x", count: 65_537) }]
            case .timestamp: [{ $0.timestamp = .infinity }, { $0.timestamp = .nan }]
            case .location:
                [
                    { $0.location?.name = "\u{0}" }, { $0.location?.coordinate?.latitude = 91 },
                    { $0.location?.coordinate?.longitude = -181 },
                ]
            case .remind: [{ $0.remind = -10_081 }, { $0.remind = 40_321 }]
            case .day, .repetition, .tags, .position, .done: []
            }

        for change in values {
            var content = Self.full
            change(&content)

            #expect(content.invalidMember(of: .all) == member)
            #expect(content.invalidMember(of: .all.subtracting([.init(member)])) == nil)
        }
        #expect(Self.full.invalidMember(of: .all) == nil)
        #expect(Self.empty.invalidMember(of: .all.subtracting([.init(.title)])) == nil)
    }

    private static let empty = ItemContent(title: "")
    /// Content that has every member, and none as in `empty`.
    private static let full = ItemContent(
        title: "\u{E9}", itemDescription: "notes", timestamp: 7, day: CivilDate(days: 0),
        repetition: RepetitionText(Repetition(.daily)),
        location: Location(name: "Bar", coordinate: Coordinate(latitude: 1, longitude: 2)),
        tags: Tags("b \u{E9}a"), position: OrderKey("a0"), remind: 10, done: true)
}
