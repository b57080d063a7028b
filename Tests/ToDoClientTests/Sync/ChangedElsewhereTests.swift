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
    @Test func `puts back what was refused, and keeps what others changed since`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        world.server.refusedTitles = ["bad"]
        try first.edit(item.id) { $0.title = "bad" }
        try await first.sync()
        try second.edit(item.id) { $0.itemDescription = "theirs" }
        try await second.sync()
        try await first.sync()

        try first.restore(try #require(first.snapshot.conflicts.first))

        #expect(first.titles == ["bad"])
        #expect(first.snapshot.items.map(\.itemDescription) == ["theirs"])
    }

    @Test func `has what a form in a grouped write has replaced, once for each item`() throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(disk.dataStore)
        let originals = [ToDoItem(title: "a"), ToDoItem(title: "b")]
        for original in originals {
            try store.add(original)
            try store.edit(original.id) { $0.title += " meanwhile" }
        }

        try store.write { writes throws(StoreError) in
            for original in originals {
                var item = original
                item.title = "typed"
                try writes.update(item, from: original)
            }
        }

        #expect(store.titles == ["typed", "typed"])
        for conflicts in [store, ToDoItemStore(disk.copy().dataStore)].map(\.snapshot.conflicts) {
            #expect(conflicts.map(\.kind) == [.overwrote([.title]), .overwrote([.title])])
            #expect(conflicts.map(\.lost.title) == ["a meanwhile", "b meanwhile"])
        }
    }

    @Test func `has the deletion of an item that an open form makes again`() async throws {
        let original = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: original)
        try first.delete(original.id)
        try await first.sync()
        try await second.sync()

        var item = original
        item.title = "typed"
        try second.update(item, from: original)
        try await second.sync()

        #expect(world.server.items == [item])
        #expect(second.snapshot.conflicts.map(\.kind) == [.revived])
        #expect(second.snapshot.conflicts.map(\.lost) == [original])
        try second.restore(second.snapshot.conflicts[0])
        #expect(second.titles == [])
    }

    @Test func `has nothing of a form without a change whose item was deleted elsewhere`() throws {
        let store = ToDoItemStore(.inMemory())
        let original = ToDoItem(title: "a")
        try store.add(original)
        try store.delete(original.id)

        #expect(throws: StoreError.noSuchItem(original.id)) {
            try store.update(original, from: original)
        }

        #expect(store.titles == [])
        #expect(store.snapshot.conflicts.isEmpty)
    }

    @Test func `has no lost tick of an item that a later change has kept`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        try second.check(item)
        world.server.isReachable = false
        try? await second.sync()
        world.server.isReachable = true
        try second.edit(item.id) { $0.title = "changed" }
        try first.delete(item.id)
        try await first.sync()
        // The request is too old to be repeated.
        world.clock.advance(by: 21 * 3_600)

        try await second.sync()

        #expect(second.titles == ["changed"])
        #expect(second.snapshot.conflicts.map(\.kind) == [.revived])
    }
}
