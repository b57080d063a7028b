import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `An item that was opened again` {
    private let world = World()

    @Test func `is kept if another device has deleted the done items meanwhile`() async throws {
        let item = ToDoItem(title: "a", done: true)
        let (first, second) = try await world.devices(with: item)
        try first.uncheck(item)
        try second.deleteDone()
        try await second.sync()

        try await first.sync()

        #expect(world.server.items == [ToDoItem(id: item.id, title: "a")])
        #expect(first.snapshot.conflicts.map(\.kind) == [.revived])
    }

    @Test func `elsewhere is kept if the done items are deleted here meanwhile`() async throws {
        let item = ToDoItem(title: "a", done: true)
        let (first, second) = try await world.devices(with: item)
        try first.uncheck(item)
        try await first.sync()

        try second.deleteDone()
        try await second.sync()

        #expect(world.server.items == [ToDoItem(id: item.id, title: "a")])
        #expect(second.snapshot.conflicts.map(\.kind) == [.kept])
    }
}
