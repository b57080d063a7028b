import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A store without a server` {
    private let world = World()
    private let local = ToDoItemStore(.inMemory())

    @Test func `moves to the store of an account, with what can be undone`() async throws {
        let account = world.store()
        let (milk, tea) = (ToDoItem(title: "Buy milk"), ToDoItem(title: "Buy tea"))
        try local.add(milk)
        try local.add(tea)
        try local.check(milk)

        let count = try account.takeOver(local)
        try await account.sync()

        #expect(count == 2)
        #expect(local.snapshot.count == 0)
        #expect(!local.canUndo)
        #expect(Set(world.server.items.map(\.title)) == ["Buy milk", "Buy tea"])
        #expect(account.snapshot.nextUndo.map(\.kind) == [.checked])
        try account.undo()
        #expect(account.snapshot[milk.id]?.done == false)
        #expect(try account.takeOver(local) == 0)
        #expect(account.snapshot.conflicts.isEmpty)
    }

    @Test func `keeps the version of the account that its own replaces`() async throws {
        let account = world.store()
        let milk = ToDoItem(title: "Buy milk")
        world.server.items = [milk]
        try await account.sync()
        var own = milk
        own.title = "Buy oat milk"
        try local.add(own)

        #expect(try account.takeOver(local) == 1)

        #expect(account.titles == ["Buy oat milk"])
        #expect(account.snapshot.conflicts.map(\.lost.title) == ["Buy milk"])
    }

    @Test func `stays as it is if it is moved to itself, or cannot be`() throws {
        let disk = InMemoryDisk()
        let account = world.store(disk)
        try account.open()
        try local.add(ToDoItem(title: "Buy milk"))
        disk.isFull = true

        #expect(throws: StoreError.self) { try account.takeOver(local) }
        #expect(try local.takeOver(local) == 0)

        #expect(local.titles == ["Buy milk"])
    }
}
