import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `A list` {
        // proves: visible-3
        @Test(arguments: ItemWorld.Kind.repositories)
        func `shows open items before done ones, each in order of creation`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("a", "b", "c", "d", "e")

            for (number, done) in [(4, true), (1, true), (2, true), (4, false)] as [(UInt64, Bool)]
            {
                _ = try world.write(.patch(id(number), .changing { $0.done = done })).get()
            }

            #expect(try world.titles == ["c", "d", "e", "a", "b"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `without items is empty`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)

            let after = ListPosition(done: true, sequence: 5)

            #expect(try world.titles == [])
            #expect(try world.repository.page(of: world.owner, after: after, limit: 5) == [])
        }

        // proves: visible-4
        @Test(arguments: ItemWorld.Kind.repositories, 1...8)
        func `in pages equals the whole list`(kind: ItemWorld.Kind, limit: Int) throws {
            let world = try ItemWorld(kind)
            for number in 1...7 as ClosedRange<UInt64> {
                let content = content("\(number)", done: number % 3 == 1)
                _ = try world.write(.put(id(number), content)).get()
            }

            var pages: [[ToDoItem]] = []
            var position: ListPosition?
            repeat {
                let page = try world.repository.page(
                    of: world.owner, after: position, limit: limit)
                pages.append(page)
                position = page.last.map {
                    ListPosition(done: $0.content.done, sequence: $0.sequence)
                }
            } while position != nil && pages.count < 20

            #expect(try pages.flatMap { $0 } == world.state.items)
            #expect(try world.titles == ["2", "3", "5", "6", "1", "4", "7"])
            #expect(pages.dropLast(2).allSatisfy { $0.count == limit })
        }

        // proves: visible-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `continues after a deleted item`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("a", "b", "c", "d")
            let first = try world.repository.page(of: world.owner, limit: 2)
            let last = try #require(first.last)
            _ = try world.write(.delete(last.id)).get()
            _ = try world.write(.delete(id(1))).get()

            let position = ListPosition(done: false, sequence: last.sequence)
            let rest = try world.repository.page(of: world.owner, after: position, limit: 9)

            #expect(rest.map(\.content.title) == ["c", "d"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `after a done item shows no open ones`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("a", "b", "c")
            _ = try world.write(.patch(id(1), .changing { $0.done = true })).get()

            let atFirst = try world.repository.page(
                of: world.owner, after: ListPosition(done: true, sequence: 0), limit: 9)
            let atLast = try world.repository.page(
                of: world.owner, after: ListPosition(done: true, sequence: 1), limit: 9)

            #expect(atFirst.map(\.content.title) == ["a"])
            #expect(atLast == [])
        }
    }

    @Suite struct `A snapshot` {
        // proves: visible-2
        @Test(arguments: ItemWorld.Kind.repositories, 1...4)
        func `does not change while writes go on`(kind: ItemWorld.Kind, limit: Int) throws {
            let world = try ItemWorld(kind)
            try world.add("a", "b", "c")
            _ = try world.write(.patch(id(1), .changing { $0.done = true })).get()
            let before = try world.state
            let snapshot = try world.repository.snapshot(of: world.owner)

            var seen: [ToDoItem] = []
            var number = 10 as UInt64
            var goesOn = true
            while goesOn, number < 20 {
                goesOn = try snapshot.show(limit) {
                    seen.append(ToDoItem($0))
                    return true
                }
                number += 1
                _ = try world.write(.deleteAll).get()
                _ = try world.write(.put(id(number), content("later"))).get()
                try world.repository.endRound()
            }

            #expect(seen == before.items)
            #expect(try snapshot.revision == before.revision)
            #expect(try world.titles == ["later"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `without items has no parts`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let snapshot = try world.repository.snapshot(of: world.owner)

            var seen: [ToDoItem] = []
            let goesOn = try snapshot.show(10) {
                seen.append(ToDoItem($0))
                return true
            }

            #expect(!goesOn)
            #expect(seen == [])
            #expect(try snapshot.revision == 0)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `shows nothing more after its end`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("a", "b")
            let snapshot = try world.repository.snapshot(of: world.owner)
            _ = try snapshot.show(5) { _ in true }

            var seen: [ToDoItem] = []
            let goesOn = try snapshot.show(5) {
                seen.append(ToDoItem($0))
                return true
            }

            #expect(!goesOn)
            #expect(seen == [])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `shows the state of the moment it was taken`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("a")
            let first = try world.repository.snapshot(of: world.owner)
            _ = try world.write(.put(id(2), content("b"))).get()
            let second = try world.repository.snapshot(of: world.owner)

            var counts = [0, 0]
            _ = try first.next(9) { _ in
                counts[0] += 1
                return true
            }
            _ = try second.next(9) { _ in
                counts[1] += 1
                return true
            }

            #expect(counts == [1, 2])
            let revisions = [try first.revision, try second.revision]
            #expect(revisions == [1, 2])
        }
    }
}
