import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A server without room` {
    private let world = World()
    /// The bytes of an item with a title of one character.
    private let bytes = 129

    /// A store that has sent these items, and a server with no more room.
    private func full(_ titles: String...) async throws -> ToDoItemStore {
        let store = world.store()
        for title in titles { try store.add(ToDoItem(title: title)) }
        try await store.sync()
        world.server.quota = titles.count * bytes
        return store
    }

    private func expectNoRoom(_ store: ToDoItemStore) async {
        await #expect {
            try await store.sync()
        } throws: { error in
            guard case SyncError.noRoom(let problem) = error else { return false }
            return problem.status == 507
        }
        #expect(store.snapshot.status == .noRoom)
    }

    @Test func `gets the deletions, then the rest`() async throws {
        let store = try await full("a")
        try store.add(ToDoItem(title: "b"))
        await expectNoRoom(store)
        #expect(store.titles == ["a", "b"])

        try store.delete(store.snapshot.items[0].id)
        try await store.sync()

        #expect(world.server.items.map(\.title) == ["b"])
        #expect(store.snapshot.unsent == 0)
        #expect(store.snapshot.status == .upToDate)
    }

    @Test func `gets shorter texts and ticks, and no longer texts`() async throws {
        let store = try await full("a", "b", "c")
        let items = store.snapshot.items
        try store.edit(items[0].id) { $0.title = "longer" }
        try store.check(items[1])
        try store.edit(items[2].id) { $0.title = "x" }

        await expectNoRoom(store)

        #expect(world.server.items.map(\.title) == ["a", "x", "b"])
        #expect(world.server.items.map(\.done) == [false, false, true])
        #expect(store.snapshot.unsent == 1)
    }

    @Test func `gets as many new items as it has room for, in order`() async throws {
        let store = try await full("a")
        world.server.quota = 4 * bytes
        for number in 0..<9 { try store.add(ToDoItem(title: "\(number)")) }

        await expectNoRoom(store)

        #expect(world.server.items.map(\.title) == ["a", "0", "1", "2"])
        #expect(store.snapshot.unsent == 6)
    }

    @Test func `does not keep changes of others away`() async throws {
        let store = try await full("a")
        try store.add(ToDoItem(title: "b"))
        world.server.items[0].done = true

        await expectNoRoom(store)

        #expect(store.snapshot.done.map(\.title) == ["a"])
    }

    @Test func `restores a deleted item at its place once there is room again`() async throws {
        let store = try await full("a", "b")
        try store.delete(store.snapshot.items[0].id)
        try await store.sync()
        world.server.quota = bytes
        try store.undo()
        await expectNoRoom(store)

        world.server.quota = nil
        try await store.sync()

        #expect(world.server.items.map(\.title) == ["a", "b"])
        #expect(world.calls.contains { $0.hasPrefix("POST /undo/") })
    }

    @Test func `gets the rest of a started store as soon as a deletion makes room`() async throws {
        let store = try await full("a")
        try store.add(ToDoItem(title: "b"))
        store.start()
        for await snapshot in store.snapshots where snapshot.status == .noRoom { break }

        try store.delete(store.snapshot.items[0].id)
        for await snapshot in store.snapshots where snapshot.status == .upToDate { break }

        #expect(world.server.items.map(\.title) == ["b"])
        await store.stop()
    }

    @Test func `gets the rest after a restart of the app`() async throws {
        let disk = InMemoryDisk()
        let store = world.store(disk)
        world.server.quota = 0
        try store.add(ToDoItem(title: "a"))
        await expectNoRoom(store)

        let again = world.store(disk.copy())
        await expectNoRoom(again)
        world.server.quota = nil
        try await again.sync()

        #expect(world.server.items.map(\.title) == ["a"])
    }
    @Test func `gets the undo of a completion, which takes the next item along`() async throws {
        let store = world.store()
        let other = ToDoItem(title: "other")
        let plant = ToDoItem.plant(Repetition(.weekly, byDay: [.init(.friday)]))
        try store.add(other)
        try store.add(plant)
        try await store.sync()
        try store.check(plant)
        try await store.sync()
        try store.delete(other.id)
        try await store.sync()
        world.server.quota = 0
        try store.undo()
        await expectNoRoom(store)

        try store.undo()
        await expectNoRoom(store)

        #expect(world.server.items == [plant])
        #expect(store.snapshot.items == [other, plant])
        world.server.quota = nil
        try await store.sync()
        #expect(world.server.items == [other, plant])
    }
}
