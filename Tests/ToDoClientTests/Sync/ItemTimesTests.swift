import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The times of an item` {
    private let world = World()

    @Test func `are those of the server, also after a restart`() async throws {
        let disk = InMemoryDisk()
        let store = ToDoItemStore(
            disk.dataStore, client: world.client, environment: world.clock.environment)
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)
        #expect(store.snapshot.times(of: item.id) == nil)
        try await store.sync()
        let open = try #require(store.snapshot.times(of: item.id))
        try store.check(item)
        #expect(store.snapshot.times(of: item.id) == open)

        try await store.sync()

        let done = try #require(store.snapshot.times(of: item.id))
        #expect(open.updatedAt == open.createdAt)
        #expect(open.doneAt == nil)
        #expect(done.createdAt == open.createdAt)
        #expect(done.doneAt == done.updatedAt)
        store.close()
        let again = ToDoItemStore(disk.dataStore)
        #expect(again.snapshot.times(of: item.id) == done)
    }
}
