import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The report of an undo` {
    private let world = World()

    /// Two devices with the items «Buy milk» and «Call Ada», of which the first has changed the
    /// second one.
    private func devices() async throws -> (ToDoItemStore, ToDoItemStore, ada: ToDoItem) {
        let (first, second) = (world.store(), world.store())
        let ada = ToDoItem(title: "Call Ada")
        try first.add(ada)
        try first.add(ToDoItem(title: "Buy milk"))
        try first.edit(ada.id) {
            $0.title = "Call Ada today"
            $0.timestamp = 1
        }
        try await first.sync()
        try await second.sync()
        return (first, second, ada)
    }

    @Test func `has the changed items, and the changes that are next`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)
        try store.check(item)

        let report = try store.undoWithReport()

        #expect(report.reverted == [item.id])
        #expect(report.notReverted.isEmpty)
        #expect(report.next == [UndoReport.Change(kind: .added, item: item)])
        #expect(try store.redoWithReport().next.isEmpty)
    }

    @Test func `of a redo names what the next one makes again`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        try store.add(item)
        try store.check(item)
        try store.delete(item.id)
        for _ in 0..<3 { try store.undo() }

        let first = try store.redoWithReport().next
        let second = try store.redoWithReport().next

        #expect(first.map(\.kind) == [.checked])
        #expect(second.map(\.kind) == [.deleted])
    }

    @Test func `is in each snapshot before the undo`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = ToDoItem(title: "Buy milk")
        let empty = store.snapshot
        try store.add(item)
        let added = store.snapshot
        try store.check(item)
        let checked = store.snapshot
        try store.undo()
        let undone = store.snapshot

        #expect(!empty.canUndo && !empty.canRedo)
        #expect(empty.nextUndo.isEmpty)
        #expect(added.canUndo && !added.canRedo)
        #expect(added.nextUndo == [UndoReport.Change(kind: .added, item: item)])
        #expect(checked.nextUndo.map(\.kind) == [.checked])
        #expect(undone.canRedo)
        #expect(undone.nextUndo == added.nextUndo)
        #expect(undone.nextRedo.map(\.kind) == [.checked])
    }

    @Test func `names an item that was deleted elsewhere, and the step is over`() async throws {
        let (first, second, ada) = try await devices()
        try second.delete(ada.id)
        try await second.sync()
        try await first.sync()
        let before = first.snapshot.items

        let report = try first.undoWithReport()

        #expect(report.reverted.isEmpty)
        #expect(report.notReverted.map(\.reason) == [.deleted])
        #expect(report.notReverted.map(\.item.title) == ["Call Ada today"])
        #expect(report.next.map(\.kind) == [.added])
        #expect(report.next.map(\.item.title) == ["Buy milk"])
        #expect(first.snapshot.items == before)
        #expect(!first.canRedo)
        try first.undo()
        #expect(first.titles.isEmpty)
    }

    @Test func `names the members that were changed elsewhere`() async throws {
        let (first, second, ada) = try await devices()
        try second.edit(ada.id) { $0.title = "Call Ada tomorrow" }
        try await second.sync()
        try await first.sync()

        let report = try first.undoWithReport()

        #expect(report.reverted == [ada.id])
        #expect(report.notReverted.map(\.reason) == [.changed([.title])])
        #expect(first.snapshot[ada.id]?.title == "Call Ada tomorrow")
        #expect(first.snapshot[ada.id]?.timestamp == nil)
    }

    @Test func `names a deleted item that exists again, and restores the others`() async throws {
        let (first, second, ada) = try await devices()
        try first.deleteAll()
        try await first.sync()
        try await second.sync()
        try second.importItems(try JSONEncoder().encode([ada]))
        try await second.sync()
        try await first.sync()

        let report = try first.undoWithReport()

        #expect(report.reverted.count == 1)
        #expect(report.notReverted.map(\.reason) == [.exists])
        #expect(Set(first.titles) == ["Call Ada", "Buy milk"])
    }

    @Test func `names an added item that was changed elsewhere`() async throws {
        let (first, second) = (world.store(), world.store())
        let item = ToDoItem(title: "Buy milk")
        try first.add(item)
        try await first.sync()
        try await second.sync()
        try second.edit(item.id) { $0.title = "Buy tea" }
        try await second.sync()
        try await first.sync()

        let report = try first.undoWithReport()

        #expect(report.reverted.isEmpty)
        #expect(report.notReverted.map(\.reason) == [.changed([.title])])
        #expect(first.titles == ["Buy tea"])
    }

    @Test func `names a change that the server has refused, and one of which nothing is left`()
        async throws
    {
        let (first, second, ada) = try await devices()
        try first.edit(ada.id) { $0.title = "Call nobody" }
        try await first.sync()
        try await second.sync()
        try second.edit(ada.id) { $0.title = "Call Ada today" }
        try await second.sync()
        try await first.sync()
        let undone = try first.undoWithReport()
        world.server.refusedTitles = ["bad"]
        try first.edit(ada.id) { $0.title = "bad" }
        try await first.sync()

        let refused = try first.undoWithReport()

        #expect(undone.notReverted.map(\.reason) == [.alreadyReverted])
        #expect(undone.reverted.isEmpty)
        #expect(refused.notReverted.map(\.reason) == [.refused])
        #expect(refused.reverted.isEmpty)
    }

    @Test func `is empty if there is nothing to undo`() throws {
        #expect(try ToDoItemStore(.inMemory()).undoWithReport() == UndoReport())
    }
}
