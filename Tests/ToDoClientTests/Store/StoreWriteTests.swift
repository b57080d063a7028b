import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A store` {
    @Test func `begins empty`() {
        let store = ToDoItemStore(.inMemory())

        #expect(store.snapshot.count == 0)
        #expect(store.snapshot.status == .idle)
        #expect(!store.canUndo)
        #expect(!store.canRedo)
    }

    @Test func `shows an added item, open and unchanged`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(
            title: "Buy milk", itemDescription: "Two bottles", timestamp: 0.5,
            location: Location(
                name: "Shop", coordinate: Coordinate(latitude: 51.2, longitude: 6.7)))

        try store.add(item)

        #expect(Array(store.snapshot.todo) == [item])
        #expect(store.snapshot.done.isEmpty)
        #expect(store.snapshot[item.id] == item)
        #expect(store.snapshot.unsent == 1)
        #expect(store.snapshot.isUnsent(item.id))
    }

    @Test func `trims a title as the server does`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "\u{2003}Buy milk\n")

        try store.add(item)
        try store.edit(item.id) { $0.title = "  Buy tea " }

        #expect(store.titles == ["Buy tea"])
    }

    @Test func `moves a checked item to the done items, and an unchecked one back`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)
        try store.add(ToDoItem(title: "Buy tea"))

        try store.check(item)
        let checked = store.snapshot
        try store.uncheck(item)

        #expect(checked.todo.map(\.title) == ["Buy tea"])
        #expect(checked.done.map(\.title) == ["Buy milk"])
        #expect(store.titles == ["Buy milk", "Buy tea"])
    }

    @Test func `changes only the members that differ from the original`() throws {
        let store = ToDoItemStore(.inMemory())
        let original = ToDoItem(title: "Buy milk")
        try store.add(original)
        try store.edit(original.id) { $0.itemDescription = "Two bottles" }
        var changed = original
        changed.title = "Buy tea"

        try store.update(changed, from: original)

        #expect(store.snapshot[original.id]?.title == "Buy tea")
        #expect(store.snapshot[original.id]?.itemDescription == "Two bottles")
    }

    @Test func `deletes one, the done ones, or all`() throws {
        let store = ToDoItemStore(.inMemory())
        let items = ["a", "b", "c", "d"].map { ToDoItem(title: $0) }
        for item in items { try store.add(item) }

        try store.delete(items[0].id)
        #expect(store.titles == ["b", "c", "d"])
        try store.check(items[1])
        try store.deleteDone()
        #expect(store.titles == ["c", "d"])
        try store.deleteAll()
        #expect(store.titles == [])
    }

    @Test func `throws all faults of an item and changes nothing`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)
        let bad = ToDoItem(title: " ", timestamp: .nan, location: Location(name: "\0"))

        #expect(
            throws: StoreError.invalid([.titleIsEmpty, .timestampIsOutOfRange, .containsNUL])
        ) { try store.add(bad) }
        #expect(throws: StoreError.invalid([.titleIsEmpty])) {
            try store.edit(item.id) { $0.title = "" }
        }
        #expect(throws: StoreError.alreadyExists(item.id)) { try store.add(item) }
        #expect(throws: StoreError.noSuchItem(bad.id)) { try store.check(bad) }
        #expect(throws: StoreError.noSuchItem(bad.id)) { try store.delete(bad.id) }
        #expect(throws: StoreError.noSuchItem(bad.id)) { try store.edit(bad.id) { _ in } }

        #expect(store.snapshot.items == [item])
    }

    @Test func `keeps items, undo and order over a restart`() throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(disk.dataStore)
        let items = ["a", "b", "c"].map { ToDoItem(title: $0) }
        for item in items { try store.add(item) }
        try store.check(items[1])
        try store.delete(items[0].id)

        let again = ToDoItemStore(disk.copy().dataStore)

        #expect(again.titles == ["c", "b"])
        #expect(again.snapshot.unsent == 2)
        #expect(try again.undo() == [items[0].id])
        #expect(again.titles == ["a", "c", "b"])
    }

    @Test func `writes no record when it is opened`() throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(disk.dataStore)

        try store.open()
        _ = store.snapshot

        #expect(disk.records.isEmpty)
    }

    @Test func `does nothing in its initializer`() throws {
        let disk = InMemoryDisk()
        let first = ToDoItemStore(disk.dataStore)
        let second = ToDoItemStore(disk.dataStore)

        try first.open()

        #expect(throws: StoreError.inUse) { try second.open() }
        first.close()
        try second.open()
    }

    @Test func `cannot be used after it was closed`() throws {
        let store = ToDoItemStore(.inMemory())
        try store.add(ToDoItem(title: "Buy milk"))

        store.close()
        store.close()

        #expect(throws: StoreError.closed) { try store.open() }
        #expect(throws: StoreError.closed) { try store.add(ToDoItem(title: "Buy tea")) }
        #expect(throws: StoreError.closed) { try store.undo() }
        #expect(store.snapshot.count == 0)
    }

    @Test func `changes nothing on a full disk`() throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(disk.dataStore)
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)

        disk.isFull = true

        let error = #expect(throws: StoreError.self) { try store.check(item) }
        guard case .disk = error else { throw try #require(error) }
        #expect(store.snapshot.items == [item])
        disk.isFull = false
        try store.check(item)
        #expect(store.snapshot.done.count == 1)
    }

    @Test func `rewrites a long log`() throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(disk.dataStore)
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)

        for _ in 0..<2_500 {
            try store.check(item)
            try store.uncheck(item)
        }

        #expect(disk.records.count < 2_500)
        let again = ToDoItemStore(disk.copy().dataStore)
        #expect(again.snapshot.items == [item])
        #expect(again.canUndo)
    }

    @Test func `sends the current snapshot to each subscriber, then each new one`() async throws {
        let store = ToDoItemStore(.inMemory())
        var snapshots = store.snapshots.makeAsyncIterator()

        let first = await snapshots.next()
        try store.add(ToDoItem(title: "a"))
        try store.add(ToDoItem(title: "b"))
        let second = await snapshots.next()
        store.close()
        let end = await snapshots.next()

        #expect(first?.count == 0)
        #expect(second?.items.map(\.title) == ["a", "b"])
        #expect(end == nil)
    }
}
