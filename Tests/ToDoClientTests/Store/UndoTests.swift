import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `Undo` {
    enum Action: CaseIterable {
        case add, check, edit, delete, deleteAll, deleteDone, importItems

        func perform(_ store: ToDoItemStore) throws {
            let items = store.snapshot.items
            switch self {
            case .add: try store.add(ToDoItem(title: "new"))
            case .check: try store.check(items[1])
            case .edit: try store.edit(items[1].id) { $0.title = "changed" }
            case .delete: try store.delete(items[1].id)
            case .deleteAll: try store.deleteAll()
            case .deleteDone: try store.deleteDone()
            case .importItems:
                try store.importItems(try JSONEncoder().encode([ToDoItem(title: "imported")]))
            }
        }
    }

    private func fill(_ store: ToDoItemStore) throws {
        for title in ["a", "b", "c", "d"] { try store.add(ToDoItem(title: title)) }
        try store.check(store.snapshot.items[3])
    }

    @Test(arguments: Action.allCases)
    func `restores items and order, and redo repeats the action`(action: Action) throws {
        let store = ToDoItemStore(.inMemory())
        try fill(store)
        let before = store.snapshot.items

        try action.perform(store)
        let after = store.snapshot.items
        let touched = try store.undo()

        #expect(store.snapshot.items == before)
        #expect(!touched.isEmpty)
        #expect(store.canRedo)
        try store.redo()
        #expect(store.snapshot.items == after)
        #expect(!store.canRedo)
    }

    // proves: clients-4
    @Test(arguments: Action.allCases)
    func `restores items and order after a sync, locally and on the server`(
        action: Action
    ) async throws {
        let world = World()
        let store = world.store()
        try fill(store)
        try await store.sync()
        let before = store.snapshot.items

        try action.perform(store)
        try await store.sync()
        try store.undo()
        #expect(store.snapshot.items == before)
        try await store.sync()

        #expect(store.snapshot.items == before)
        #expect(world.server.items == before)
        #expect(store.snapshot.conflicts.isEmpty)
    }

    @Test func `without an action changes nothing`() throws {
        let store = ToDoItemStore(.inMemory())

        #expect(try store.undo() == [])
        #expect(try store.redo() == [])
    }

    // proves: clients-4
    @Test func `works for a hundred actions`() throws {
        let store = ToDoItemStore(.inMemory())
        for number in 0..<100 { try store.add(ToDoItem(title: "\(number)")) }

        for _ in 0..<100 { try store.undo() }

        #expect(store.snapshot.count == 0)
    }

    @Test func `skips an edit that changes nothing`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)

        try store.uncheck(item)
        try store.edit(item.id) { $0.title = "Buy milk " }

        try store.undo()
        #expect(store.snapshot.count == 0)
    }

    @Test func `cannot be redone after a new write`() throws {
        let store = ToDoItemStore(.inMemory())
        try store.add(ToDoItem(title: "a"))
        try store.undo()

        try store.add(ToDoItem(title: "b"))

        #expect(!store.canRedo)
        #expect(try store.redo() == [])
        #expect(store.titles == ["b"])
    }

    @Test func `keeps members that were changed since`() async throws {
        let world = World()
        let (first, second) = (world.store(), world.store())
        let item = ToDoItem(title: "Buy milk")
        try first.add(item)
        try await first.sync()
        try await second.sync()
        try first.edit(item.id) {
            $0.title = "Buy tea"
            $0.timestamp = 1
        }
        try await first.sync()
        try await second.sync()
        try second.edit(item.id) { $0.title = "Buy coffee" }
        try await second.sync()
        try await first.sync()

        let touched = try first.undo()

        #expect(touched == [item.id])
        #expect(first.snapshot[item.id] == ToDoItem(id: item.id, title: "Buy coffee"))
    }

    @Test func `restores an item in its last state on the server`() async throws {
        let world = World()
        let (first, second) = (world.store(), world.store())
        let item = ToDoItem(title: "Buy milk")
        try first.add(item)
        try await first.sync()
        try await second.sync()
        try second.check(item)
        try await second.sync()

        try first.delete(item.id)
        try await first.sync()
        try first.undo()

        #expect(first.snapshot[item.id]?.done == true)
        try await first.sync()
        #expect(world.server.items.map(\.done) == [true])
    }
}
