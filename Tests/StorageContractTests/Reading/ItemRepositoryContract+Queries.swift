import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    /// Every kind finds the same items as a filter and a sort in memory.
    @Suite struct `A query` {
        static let seeds: [UInt64] = [1, 2, .random(in: 3 ... .max)]

        // proves: visible-5
        @Test(arguments: ItemWorld.Kind.repositories, seeds)
        func `finds the items of its filter in its order, in pages of any size`(
            kind: ItemWorld.Kind, seed: UInt64
        ) throws {
            var random = SplitMix64(seed: seed)
            let world = try Self.filled(kind, using: &random)
            let all = try world.repository.all(of: world.owner)

            for _ in 0..<60 {
                let query = ItemQuery(
                    filter: .random(using: &random), sort: .random(using: &random))
                let limit = [1, 2, 7, 50, 1_000].randomElement(using: &random) ?? 1

                let found = try world.walk(query, limit: limit)

                let expected = all.filter(query.filter.matches).sorted(by: query.sort)
                #expect(found == expected, "seed \(seed): \(query) by \(limit)")
                guard found == expected else { return }
            }
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `in parts of a snapshot finds the same`(kind: ItemWorld.Kind) throws {
            var random = SplitMix64(seed: 11)
            let world = try Self.filled(kind, using: &random)

            for _ in 0..<100 {
                let query = ItemQuery(
                    filter: .random(using: &random), sort: .random(using: &random))
                let snapshot = try world.repository.snapshot(
                    query, of: world.owner, after: nil, limit: nil)

                var seen: [ToDoItem] = []
                let limit = Int.random(in: 1...40, using: &random)
                var goesOn = true
                while goesOn {
                    goesOn = try snapshot.show(limit) { row in
                        seen.append(ToDoItem(row))
                        return seen.count % 3 > 0
                    }
                }

                let expected = try world.walk(query, limit: 1_000)
                #expect(seen == expected, "\(query) by \(limit)")
            }
        }

        // proves: visible-4
        @Test(arguments: ItemWorld.Kind.repositories, ItemSort.all)
        func `neither loses nor repeats items that did not move`(
            kind: ItemWorld.Kind, sort: ItemSort?
        ) throws {
            var random = SplitMix64(seed: 5)
            let world = try Self.filled(kind, using: &random)
            let before = try world.walk(ItemQuery(sort: sort), limit: 1_000)
            var touched: Set<ItemID> = []

            var turns = 0
            let found = try world.walk(ItemQuery(sort: sort), limit: 7) { page in
                turns += 1
                // Without a limit, new items would precede the position for ever.
                guard turns < 12, let last = page.last,
                    let other = before.randomElement(using: &random)
                else {
                    return
                }
                touched.formUnion([last.id, other.id])
                _ = world.write(.delete(last.id))
                _ = world.write(.put(other.id, .varied(using: &random)))
                _ = world.write(.add([NewItem(UInt64(1_000 + turns), "new")], onConflict: .refuse))
                try world.repository.endRound()
            }

            let untouched = before.map(\.id).filter { !touched.contains($0) }
            #expect(untouched.count > 50)
            #expect(found.map(\.id).filter { untouched.contains($0) } == untouched)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds nothing of another owner`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            _ = try world.write(
                .add([NewItem(1, "milk", done: true)], onConflict: .refuse), of: world.owners[0]
            ).get()
            var filter = ItemFilter()
            filter.words = SearchWords("milk")
            filter.done = true

            for sort in ItemSort.all {
                let query = ItemQuery(filter: filter, sort: sort)
                let found = try world.owners.map {
                    try world.repository.page(query, of: $0, limit: 9).count
                }
                #expect(found == [1, 0])
            }
        }

        /// 120 items, some of them changed after their creation.
        static func filled(
            _ kind: ItemWorld.Kind, using random: inout SplitMix64
        ) throws -> ItemWorld {
            let world = try ItemWorld(kind)
            let items = (1...120 as ClosedRange<UInt64>).map {
                NewItem(id: id($0), content: .varied(using: &random))
            }
            _ = try world.write(.add(items, onConflict: .refuse)).get()
            for _ in 0..<10 {
                let number = UInt64.random(in: 1...120, using: &random)
                _ = try world.write(.put(id(number), .varied(using: &random))).get()
            }
            try world.repository.endRound()
            return world
        }
    }
}

extension ItemWorld {
    /// All items that a query finds, page by page.
    fileprivate func walk(
        _ query: ItemQuery, limit: Int, between: ([ToDoItem]) throws -> Void = { _ in }
    ) throws -> [ToDoItem] {
        var found: [ToDoItem] = []
        var position: ListPosition?
        while true {
            let page = try repository.page(query, of: owner, after: position, limit: limit)
            guard let last = page.last, found.count < 1_000 else { return found }
            found += page
            position = last.position(in: query.sort)
            try between(page)
        }
    }
}

extension [ToDoItem] {
    /// The items in an order, as the contract defines it.
    fileprivate func sorted(by sort: ItemSort?) -> [ToDoItem] {
        let created = sorted { $0.sequence < $1.sequence }
        guard let sort else {
            return created.filter { !$0.content.done } + created.filter(\.content.done)
        }
        let keyed: [ToDoItem]
        switch sort.key {
        case .created: keyed = created
        case .updated: keyed = created.stable { $0.revision < $1.revision }
        case .title:
            keyed = created.stable { a, b in
                a.content.title.unicodeScalars.lexicographicallyPrecedes(
                    b.content.title.unicodeScalars)
            }
        case .timestamp:
            keyed = created.filter { $0.content.timestamp != nil }
                .stable { ($0.content.timestamp ?? 0) < ($1.content.timestamp ?? 0) }
        case .position:
            keyed = created.filter { $0.content.position != nil }
                .stable { a, b in
                    (a.content.position?.text ?? "").utf8.lexicographicallyPrecedes(
                        (b.content.position?.text ?? "").utf8)
                }
        }
        let rest = created.filter {
            sort.key == .timestamp && $0.content.timestamp == nil
                || sort.key == .position && $0.content.position == nil
        }
        return sort.isDescending ? keyed.reversed() + rest.reversed() : keyed + rest
    }

    /// A stable sort.
    private func stable(_ precedes: (ToDoItem, ToDoItem) -> Bool) -> [ToDoItem] {
        enumerated().sorted { a, b in
            precedes(a.element, b.element)
                || !precedes(b.element, a.element) && a.offset < b.offset
        }.map(\.element)
    }
}

extension ItemSort {
    /// Every order, the default one first.
    static let all: [ItemSort?] =
        [nil]
        + Key.allCases.flatMap { key in
            [false, true].map { ItemSort(key, isDescending: $0) }
        }

    fileprivate static func random(using random: inout SplitMix64) -> ItemSort? {
        all.randomElement(using: &random) ?? nil
    }
}

extension ItemContent {
    /// Random content with few values, so that many are equal.
    static func varied(using random: inout SplitMix64) -> ItemContent {
        let words = [
            "Milk", "tee", "Tea", "100%", "\"two\"", "STRASSE", "caf\u{E9}", "cafe\u{301}",
            "\u{725B}\u{4E73}", "\u{1F95B}", "\u{FFFD}",
        ]
        let title = (0...Int.random(in: 0...2, using: &random)).map { _ in
            words.randomElement(using: &random) ?? ""
        }
        let coordinate = random.chance(70) ? Coordinate.varied(using: &random) : nil
        return ItemContent(
            title: title.joined(separator: " "),
            itemDescription: random.chance(50) ? words.randomElement(using: &random) : nil,
            timestamp: random.chance(70)
                ? [-5, 0, 1, 2.5, 1e9].randomElement(using: &random) : nil,
            location: random.chance(60) ? Location(name: "", coordinate: coordinate) : nil,
            tags: random.chance(50)
                ? ["tea", "Tea STRASSE", "\u{725B} x"].randomElement(using: &random)
                    .flatMap { Tags($0) } : nil,
            position: random.chance(60)
                ? ["a0", "Zz", "a0V", "b00"].randomElement(using: &random).flatMap { OrderKey($0) }
                : nil,
            done: random.chance(40))
    }
}
