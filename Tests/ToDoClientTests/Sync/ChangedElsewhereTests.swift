import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The list of what changed elsewhere` {
    private let world = World()

    /// A device whose title has replaced another one, on this disk.
    private func overwritten(_ disk: InMemoryDisk = InMemoryDisk()) async throws -> ToDoItemStore {
        let (first, second) = (world.store(), world.store(disk))
        let item = ToDoItem(title: "a")
        try first.add(item)
        try await first.sync()
        try await second.sync()
        try first.edit(item.id) { $0.title = "theirs" }
        try await first.sync()
        try second.edit(item.id) { $0.title = "ours" }
        world.clock.advance(by: 60)
        try await second.sync()
        return second
    }

    @Test func `has what was replaced, by what, and when`() async throws {
        let disk = InMemoryDisk()
        _ = try await overwritten(disk)

        let conflict = try #require(world.store(disk.copy()).snapshot.conflicts.first)

        #expect(conflict.kind == .overwrote([.title]))
        #expect(conflict.lost.title == "theirs")
        #expect(conflict.replacement?.title == "ours")
        #expect(conflict.date == world.clock.now)
        #expect(!conflict.isQuiet)
    }

    @Test func `takes an entry back at its place if the restoring is undone`() async throws {
        let store = try await overwritten()
        let other = ToDoItem(title: "bad")
        world.server.refusedTitles = ["bad"]
        try store.add(other)
        try await store.sync()
        let before = store.snapshot.conflicts
        #expect(before.count == 2)

        try store.restore(before[0])
        #expect(store.snapshot.conflicts == [before[1]])
        try store.undo()

        #expect(store.snapshot.conflicts == before)
    }

    @Test func `keeps an entry that is undone over a rewritten log`() async throws {
        let disk = InMemoryDisk()
        let store = try await overwritten(disk)
        let before = store.snapshot.conflicts
        try store.restore(before[0])
        // A damaged disk is rewritten as a whole when it is opened.
        let copy = disk.copy()
        copy.isDamaged = true
        world.store(copy).close()
        let again = world.store(copy.copy())

        try again.undo()

        #expect(again.snapshot.conflicts == before)
    }

    @Test func `has a form's loser, which arrived while the form was open`() throws {
        let store = ToDoItemStore(.inMemory())
        let original = ToDoItem(title: "a")
        try store.add(original)
        try store.edit(original.id) { $0.title = "meanwhile" }

        var item = original
        item.title = "typed"
        item.timestamp = 1
        try store.update(item, from: original)

        #expect(store.snapshot.items == [item])
        #expect(store.snapshot.conflicts.map(\.kind) == [.overwrote([.title])])
        #expect(store.snapshot.conflicts.map(\.lost.title) == ["meanwhile"])
        #expect(store.snapshot.conflicts.map(\.replacement) == [item])
    }

    @Test func `has nothing of a form whose members nobody else changed`() throws {
        let store = ToDoItemStore(.inMemory())
        let original = ToDoItem(title: "a")
        try store.add(original)
        try store.check(original)

        var item = original
        item.title = "typed "
        try store.update(item, from: original)
        try store.update(item, from: original)

        #expect(store.snapshot.done.map(\.title) == ["typed"])
        #expect(store.snapshot.conflicts.isEmpty)
    }

    @Test func `has a tick on an item that is gone, quietly`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        try first.delete(item.id)
        try await first.sync()
        try second.check(item)

        try await second.sync()

        let conflict = try #require(second.snapshot.conflicts.first)
        #expect(conflict.kind == .gone)
        #expect(conflict.lost.done)
        #expect(conflict.replacement == nil)
        #expect(conflict.isQuiet)
    }
}
