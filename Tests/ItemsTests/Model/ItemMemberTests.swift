import Items
import TestSupport
import Testing

@Suite struct `A member of an item` {
    /// The logs of storages have bits in this order, and no room for more.
    @Test func `has a bit of its own, without a gap between them`() {
        let bits = ItemMember.allCases.map(\.bit)

        #expect(bits.sorted() == Array(ItemMember.allCases.indices))
        #expect(bits.count <= ItemMember.limit)
    }

    @Test(arguments: ItemMember.allCases)
    func `is taken over from another content without the others`(member: ItemMember) throws {
        let whole = try Self.whole()
        var content = Self.empty

        content.take([.init(member)], from: whole)

        #expect(ItemContent.Members(between: content, and: Self.empty) == [.init(member)])
        #expect(
            ItemContent.Members(between: content, and: whole)
                == .all.subtracting([.init(member)]))
    }

    @Test(arguments: ItemMember.allCases)
    func `comes back from a row`(member: ItemMember) throws {
        let contents = try MemberRow(of: member).items.map { try #require(ItemContent($0)) }
        for content in contents {
            let item = ToDoItem(
                id: ItemID(high: 1, low: 2), sequence: 1, content: content, now: 1, revision: 1)
            var copy: ToDoItem?

            item.withRow { copy = ToDoItem($0) }

            #expect(copy == item)
        }
    }

    @Test(arguments: ItemMember.allCases)
    func `counts its texts in bytes, and nothing else`(member: ItemMember) throws {
        let texts: [ItemMember: (ItemContent) -> String?] = [
            .title: \.title, .itemDescription: \.itemDescription,
            .repetition: { $0.repetition?.text }, .location: { $0.location?.name },
            .tags: { $0.tags?.text.filter { $0 != " " } }, .position: { $0.position?.text },
        ]

        for item in try MemberRow(of: member).items {
            let content = try #require(ItemContent(item))
            let text = texts[member]?(content) ?? ""
            #expect(content.textBytes(of: [.init(member)]) == text.utf8.count)
        }
    }

    @Test(arguments: ItemMember.allCases)
    func `is valid with a value that is kept`(member: ItemMember) throws {
        for item in try MemberRow(of: member).items {
            let content = try #require(ItemContent(item))
            #expect(content.invalidMember(of: .all) == nil)
        }
    }

    private static let invalid: [(ItemMember, @Sendable (inout ItemContent) -> Void)] = [
        (.title, { $0.title = "" }), (.title, { $0.title = " x" }),
        (.title, { $0.title = "a\u{0}" }),
        (.itemDescription, { $0.itemDescription = String(repeating: "x", count: 65_537) }),
        (.timestamp, { $0.timestamp = .infinity }), (.timestamp, { $0.timestamp = .nan }),
        (.location, { $0.location?.name = "\u{0}" }),
        (.location, { $0.location?.coordinate?.latitude = 91 }),
        (.location, { $0.location?.coordinate?.longitude = -181 }),
        (.remind, { $0.remind = -10_081 }), (.remind, { $0.remind = 40_321 }),
    ]

    @Test(arguments: invalid)
    func `is invalid with a value that no write leaves`(
        member: ItemMember, change: @Sendable (inout ItemContent) -> Void
    ) throws {
        var content = try Self.whole()
        change(&content)

        #expect(content.invalidMember(of: .all) == member)
        #expect(content.invalidMember(of: .all.subtracting([.init(member)])) == nil)
    }

    private static let empty = ItemContent(title: "")

    /// Content that has every member, and none as in `empty`.
    private static func whole() throws -> ItemContent {
        var whole = try ItemContent.whole()
        whole.done = true
        return whole
    }
}
