import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `Undo of a completion that brought the next item` {
    private let world = World()
    private let rule = Repetition(.weekly, byDay: [.init(.friday)])

    private func plant(_ rule: Repetition? = nil) -> ToDoItem { .plant(rule ?? self.rule) }

    @Test(arguments: [false, true])
    func `brings the item back with its rule, and the next one is gone`(isPulled: Bool) async throws
    {
        let (store, other) = try await world.devices(with: plant())
        let before = store.snapshot.items
        try store.check(before[0])
        try await store.sync()
        if isPulled { try await other.sync() }

        try store.undo()
        #expect(store.snapshot.items == before)
        try await store.sync()
        try await other.sync()

        #expect(store.snapshot.items == before)
        #expect(world.server.items == before)
        #expect(other.snapshot.items == before)
        #expect(store.snapshot.conflicts.isEmpty)
        #expect(store.snapshot.unsent == 0)
        try store.redo()
        try await store.sync()
        #expect(store.snapshot.items.map(\.done) == [false, true])
        #expect(store.snapshot.todo[0].day?.description == "2050-12-09")
        try store.undo()
        try await store.sync()
        #expect(world.server.items == before)
    }

    @Test func `and redo need no request between them`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let before = store.snapshot.items
        try store.check(before[0])
        try await store.sync()
        let after = store.snapshot.items

        try store.undo()
        #expect(store.snapshot.items == before)
        try store.redo()
        #expect(store.snapshot.items == after)
        #expect(store.snapshot.unsent == 0)
        try store.undo()
        #expect(store.snapshot.items == before)
        try await store.sync()

        #expect(store.snapshot.items == before)
        #expect(world.server.items == before)
        #expect(store.snapshot.conflicts.isEmpty)
    }

    @Test func `and a deletion take the next one along`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()
        try store.undo()

        try store.delete(item.id)
        try await store.sync()

        #expect(store.snapshot.items.isEmpty)
        #expect(world.server.items.isEmpty)
    }

    @Test func `works while the completion is under way`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let before = store.snapshot.items
        try store.check(before[0])
        world.server.fail(.answerLost)
        try? await store.sync()

        try store.undo()
        #expect(store.snapshot.items == before)
        try await store.sync()

        #expect(store.snapshot.items == before)
        #expect(world.server.items == before)
        #expect(store.snapshot.unsent == 0)
    }

    @Test func `keeps what is changed after it`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()
        try store.undo()
        try store.edit(item.id) { $0.title = "flowers" }

        try await store.sync()

        #expect(store.titles == ["flowers"])
        #expect(store.snapshot.items[0].repetition == rule)
        #expect(world.server.items == store.snapshot.items)
    }

    /// A store that has undone a completion whose next item another device had changed.
    private func undoneAfterNextWasChanged() async throws -> (
        store: ToDoItemStore, item: ToDoItem, next: ToDoItem
    ) {
        let (store, other) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()
        try await other.sync()
        let next = try #require(try store.next(after: item.id))
        try other.edit(next.id) { $0.title = "changed" }
        try await other.sync()

        try store.undo()
        try await store.sync()
        return (store, item, next)
    }

    @Test func `opens the item without its rule if the next one was changed meanwhile`()
        async throws
    {
        let (store, item, next) = try await undoneAfterNextWasChanged()

        #expect(store.titles == ["plants", "changed"])
        try expectLostRule(of: item, in: store)
        #expect(store.snapshot[item.id]?.repetition == nil)
        #expect(store.snapshot[item.id]?.done == false)
        #expect(store.snapshot[next.id]?.repetition == rule)
        #expect(world.server.items == store.snapshot.items)
    }

    @Test
    func `opens an item that was changed elsewhere without its rule, and the next one stays`()
        async throws
    {
        let (store, other) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()
        try await other.sync()
        try other.edit(item.id) { $0.title = "changed" }
        try await other.sync()

        try store.undo()
        try await store.sync()

        #expect(store.titles == ["changed", "plants"])
        try expectLostRule(of: item, in: store)
        #expect(store.snapshot[item.id]?.repetition == nil)
        #expect(world.server.items.filter { $0.repetition == rule }.count == 1)
        #expect(world.server.items == store.snapshot.items)
    }

    /// The undo is already over, so «Changed elsewhere» tells what it could not revert.
    private func expectLostRule(of item: ToDoItem, in store: ToDoItemStore) throws {
        let conflict = try #require(store.snapshot.conflicts.first)
        #expect(store.snapshot.conflicts.count == 1)
        #expect(conflict.kind == .overwrote([.timestamp]))
        #expect(conflict.lost == item)
        let replacement = try #require(conflict.replacement)
        #expect(replacement.id == item.id)
        #expect(replacement.repetition == nil)
    }

    @Test func `gives the rule back to the item if that is wanted`() async throws {
        let (store, item, next) = try await undoneAfterNextWasChanged()

        try store.restore(store.snapshot.conflicts[0])
        try await store.sync()

        #expect(store.snapshot.conflicts.isEmpty)
        #expect(store.snapshot[item.id] == item)
        #expect(store.snapshot[next.id]?.title == "changed")
        #expect(world.server.items == store.snapshot.items)
    }

    @Test func `works after a change of the next one was undone`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let before = store.snapshot.items
        try store.check(before[0])
        try await store.sync()
        let next = try #require(try store.next(after: before[0].id))
        try store.edit(next.id) { $0.title = "changed" }
        try await store.sync()
        try store.undo()
        try await store.sync()

        try store.undo()
        try await store.sync()

        #expect(store.snapshot.items == before)
        #expect(world.server.items == before)
    }

    @Test func `tells that the rule stays with the next one of a server that was restored`()
        async throws
    {
        let (store, _) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()
        // It numbers its writes anew.
        world.server.restore(dropping: [])
        try await store.sync()

        let report = try store.undoWithReport()
        try await store.sync()

        #expect(report.notReverted.map(\.reason) == [.ruleMoved])
        #expect(report.notReverted.map(\.item.id) == [item.id])
        #expect(store.snapshot[item.id]?.done == false)
        #expect(world.server.items.map(\.repetition) == [nil, rule])
    }

    @Test func `is not what reopening by hand does: that makes a plain item`() async throws {
        let (store, _) = try await world.devices(with: plant())
        let item = store.snapshot.items[0]
        try store.check(item)
        try await store.sync()

        try store.uncheck(item)
        try await store.sync()

        #expect(store.snapshot.todo.count == 2)
        #expect(store.snapshot[item.id]?.repetition == nil)
        #expect(world.server.items == store.snapshot.items)
    }

    @Test func `works after a restart`() async throws {
        var disk = InMemoryDisk()
        var store = world.store(disk)
        try store.add(plant(Repetition(.daily, from: .done, until: DayDate("2060-01-01"))))
        try await store.sync()
        try store.check(store.snapshot.items[0])
        let before = store.snapshot.items

        disk = disk.copy()
        store = world.store(disk)
        #expect(store.snapshot.items == before)
        try await store.sync()
        let after = store.snapshot.items
        let id = try #require(after.last?.id)
        store = world.store(disk.copy())
        #expect(store.snapshot.items == after)
        #expect(try store.next(after: id)?.repetition == after.first?.repetition)
        try store.undo()
        try await store.sync()

        #expect(store.snapshot.items.map(\.done) == [false])
        #expect(store.snapshot.items[0].repetition?.from == .done)
    }
}
