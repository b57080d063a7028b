import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Reading` {
        // proves: visible-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `sees its own write at once, within a round`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let repository = world.repository

            var seen: [[Int?]] = []
            for number in 1...3 as ClosedRange<UInt64> {
                let before = try repository.item(id(number), of: world.owner)
                _ = try world.write(.put(id(number), content("x"))).get()
                let after = try repository.item(id(number), of: world.owner)
                let revision = try repository.revision(of: world.owner)
                let count = try repository.all(of: world.owner).count
                seen.append([before?.revision, after?.revision, revision, count])
            }

            #expect(seen == [[nil, 1, 1, 1], [nil, 2, 2, 2], [nil, 3, 3, 3]])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `may end a round repeatedly`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)

            try world.repository.endRound()
            try world.add("one")
            _ = try world.titles
            try world.repository.endRound()
            try world.repository.endRound()

            #expect(try world.titles == ["one"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds the revision unchanged after a write that was refused or changed nothing`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            let idle: [ItemWrite.Action] = [
                .add([], onConflict: .refuse), .add([NewItem(1, "x")], onConflict: .refuse),
                .add([NewItem(1, "x")], onConflict: .skip), .put(id(1), content("one")),
                .patch(id(1), ItemPatch()), .patch(id(2), ItemPatch()), .delete(id(2)),
            ]

            var revisions: [Int] = []
            for action in idle {
                if case .success(let outcome) = world.write(action) {
                    revisions.append(outcome.revision)
                }
                revisions.append(try world.repository.revision(of: world.owner))
            }

            #expect(revisions == [Int](repeating: 1, count: 11))
        }

        // proves: stored-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds values at every limit of the domain bit for bit`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let contents = Extremes.contents
            let items = zip((1 as UInt64)..., contents).map { NewItem(id: id($0), content: $1) }
            _ = try world.write(.add(items, onConflict: .refuse)).get()

            let found = try items.map { item in
                try #require(try world.repository.item(item.id, of: world.owner)).content
            }

            #expect(found == contents)
            #expect(found.map(Extremes.bits) == contents.map(Extremes.bits))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds every byte of an id`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let ids = [
                ItemID(high: 0, low: 0), ItemID(high: .max, low: .max),
                ItemID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
                ItemID(high: 1 << 63, low: 1), ItemID(high: 1, low: 1 << 63),
            ]
            let items = ids.map { NewItem(id: $0, content: content("x")) }
            _ = try world.write(.add(items, onConflict: .refuse)).get()

            let found = try ids.map { try world.repository.item($0, of: world.owner)?.id }

            #expect(found == ids)
            #expect(try world.state.items.map(\.id) == ids)
        }
    }
}

/// Content at the limits of the domain.
private enum Extremes {
    private static let times: [Double] = [
        ItemRules.times.lowerBound, ItemRules.times.upperBound.nextDown, 0, 0.1, -0.1, .pi,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        4_503_599_627_370_497,
        1_645_557_742.123_456_7,
    ].filter(ItemRules.times.contains)

    private static let texts = [
        " ", "\u{1}\u{7F}", "'\"\\%_;--", "e\u{301}\u{E9}", "👩‍👩‍👧‍👦🇩🇪", "\u{FEFF}\u{200B}\u{10FFFF}",
        "\u{FFFD}\u{FFFE}", "\r\n\t",
    ]

    static let contents =
        times.map { ItemContent(title: "t", timestamp: $0) }
        + texts.map {
            ItemContent(title: $0, itemDescription: $0, location: Location(name: $0), done: true)
        }
        + [
            ItemContent(title: "t", itemDescription: "", location: Location(name: "")),
            ItemContent(
                title: String(repeating: "😀", count: 500),
                itemDescription: String(repeating: "é", count: 32_768),
                location: Location(
                    name: String(repeating: "\u{301}", count: 500),
                    coordinate: Coordinate(latitude: -90, longitude: 180))),
            ItemContent(
                title: "t",
                location: Location(
                    name: "", coordinate: Coordinate(latitude: (90.0).nextDown, longitude: -180))),
        ]

    static func bits(_ content: ItemContent) -> [UInt64?] {
        let coordinate = content.location?.coordinate
        return [content.timestamp, coordinate?.latitude, coordinate?.longitude].map {
            $0?.bitPattern
        }
    }
}
