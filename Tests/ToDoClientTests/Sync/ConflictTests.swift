import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A sync with changes by other clients` {
    private let world = World()

    @Test func `applies the last change of a member, and keeps the other in a conflict`()
        async throws
    {
        let (first, second) = try await world.devices(with: ToDoItem(title: "a"))
        let id = world.server.items[0].id
        try first.edit(id) { $0.title = "first" }
        try second.edit(id) { $0.title = "second" }

        try await first.sync()
        try await second.sync()
        try await first.sync()

        #expect(world.server.items.map(\.title) == ["second"])
        #expect(first.titles == ["second"])
        let conflict = try #require(second.snapshot.conflicts.first)
        #expect(conflict.kind == .overwrote([.title]))
        #expect(conflict.lost.title == "first")
        #expect(first.snapshot.conflicts.isEmpty)

        try second.restore(conflict)
        #expect(second.titles == ["first"])
        #expect(second.snapshot.conflicts.isEmpty)
        try await second.sync()
        #expect(world.server.items.map(\.title) == ["first"])
    }

    @Test func `applies a local edit over a remote deletion`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        try first.delete(item.id)
        try second.edit(item.id) { $0.title = "b" }

        try await first.sync()
        try await second.sync()
        try await first.sync()

        #expect(first.titles == ["b"])
        let conflict = try #require(second.snapshot.conflicts.first)
        #expect(conflict.kind == .revived)
        #expect(conflict.lost == item)
        try second.restore(conflict)
        try await second.sync()
        #expect(world.server.items.isEmpty)
    }

    @Test func `applies a remote edit over a local deletion`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        try first.edit(item.id) { $0.title = "b" }
        try second.delete(item.id)

        try await first.sync()
        try await second.sync()

        #expect(second.titles == ["b"])
        let conflict = try #require(second.snapshot.conflicts.first)
        #expect(conflict.kind == .kept)
        #expect(conflict.lost == item)
        try second.dismiss(conflict)
        #expect(second.snapshot.conflicts.isEmpty)
        #expect(second.titles == ["b"])
    }

    @Test func `applies a deletion over a check, in either order`() async throws {
        let item = ToDoItem(title: "a")
        let (first, second) = try await world.devices(with: item)
        try first.check(item)
        try second.delete(item.id)
        try await first.sync()
        try await second.sync()
        #expect(world.server.items.isEmpty)
        #expect(second.snapshot.conflicts.isEmpty)

        let other = ToDoItem(title: "b")
        let (third, fourth) = try await world.devices(with: other)
        try third.delete(other.id)
        try fourth.check(other)
        try await third.sync()
        try await fourth.sync()
        #expect(world.server.items.isEmpty)
        #expect(fourth.snapshot.conflicts.isEmpty)
        #expect(fourth.snapshot.count == 0)
    }
}
