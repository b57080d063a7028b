import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

@Suite struct `A move in the order by hand` {
    private let world = World()

    /// A store with items of these titles.
    private func store(
        _ titles: String, _ disk: InMemoryDisk = InMemoryDisk()
    ) throws -> ToDoItemStore {
        let store = world.store(disk)
        for title in titles { try store.add(ToDoItem(title: String(title))) }
        return store
    }

    private func ids(_ titles: String, _ store: ToDoItemStore) -> [ToDoItem.ID] {
        titles.compactMap { title in store.snapshot.items.first { $0.title == String(title) }?.id }
    }

    private func order(_ store: ToDoItemStore) -> String {
        store.snapshot.todo(in: .hand).map(\.title).joined()
    }

    @Test func `is one record and one step of undo, named after what was moved`() throws {
        let disk = InMemoryDisk()
        let store = try store("abcd", disk)
        let records = disk.records.count

        try store.move(ids("d", store), before: ids("c", store)[0])

        #expect(order(store) == "abdc")
        #expect(disk.records.count == records + 1)
        #expect(store.snapshot.nextUndo.words(.english) == "Moved d")
        #expect(store.snapshot.nextUndo.words(.german) == "Verschoben: d")
        try store.undo()
        #expect(order(store) == "abcd")
        #expect(store.snapshot.items.map(\.position) == [nil, nil, nil, nil])
        try store.redo()
        #expect(order(store) == "abdc")
    }

    @Test func `takes several items in the order given, and the end of the list`() throws {
        let store = try store("abcd")

        try store.move(ids("da", store), before: ids("c", store)[0])
        #expect(order(store) == "bdac")
        try store.move(ids("bd", store), before: nil)

        #expect(order(store) == "acbd")
    }

    @Test func `among the items of a list leaves others as they are`() throws {
        let store = try store("abcd")
        try store.move(ids("a", store), before: ids("a", store)[0])
        try store.move(ids("bacd", store), before: nil)

        try store.move(ids("d", store), before: ids("b", store)[0], in: ids("bd", store))

        #expect(order(store) == "dbac")
    }

    @Test func `of an item that does not exist, or before one, changes nothing`() throws {
        let (store, gone) = (try store("ab"), UUID())

        #expect(throws: StoreError.noSuchItem(gone)) { try store.move([gone], before: nil) }
        #expect(throws: StoreError.noSuchItem(gone)) {
            try store.move(ids("a", store), before: gone)
        }

        #expect(order(store) == "ab")
    }

    @Test func `counts new items and changes of the same write`() throws {
        let store = try store("ab")

        try store.write { [b = ids("b", store)] writes throws(StoreError) in
            let new = ToDoItem(title: "c")
            try writes.add(new)
            try writes.setDone(true, ids("a", store))
            try writes.move([new.id], before: b[0])
        }

        #expect(order(store) == "cb")
    }

    @Test func `that both devices make ends in one order, with short keys`() async throws {
        var random = SeededGenerator(seed: 63)
        let (first, second) = (try store("abcdefghijkl"), world.store())
        try await first.sync()
        try await second.sync()
        let all = first.snapshot.items.map(\.id)

        // 10,000 moves.
        for _ in 0..<100 {
            for store in [first, second] {
                for _ in 0..<50 {
                    let moved = all.shuffled(using: &random).prefix(
                        Int.random(in: 1...3, using: &random))
                    // Half of the moves go to one place, where the keys grow.
                    let target =
                        Bool.random(using: &random) ? all[3] : all.randomElement(using: &random)
                    try store.move(Array(moved), before: target)
                }
            }
            try await first.sync()
            try await second.sync()
            try await first.sync()

            #expect(order(first) == order(second))
            #expect(first.snapshot.items == second.snapshot.items)
        }

        #expect(first.snapshot.conflicts.isEmpty && second.snapshot.conflicts.isEmpty)
        #expect(first.snapshot.items.allSatisfy { ($0.position ?? "").utf8.count <= 32 })
    }
}
