import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

@Suite struct `Two devices that change the same to-do` {
    private let world = World()

    @Test func `are in the table of cases`() {
        #expect(ConflictCase.all.count > 60)
    }

    @Test(arguments: ConflictCase.all)
    func `end as the table says`(row: ConflictCase) async throws {
        let (first, second) = try await devices(row)
        try await perform(row.first, first, row)

        for step in row.second { try await step.perform(second, row, world) }
        try await second.sync()

        try expect(row.expected.items, row.expected.conflicts, second)
        try await expectSame(first, second)
    }

    @Test(arguments: ConflictCase.all)
    func `end as the table says after a restart of the second device`(
        row: ConflictCase
    ) async throws {
        let disk = InMemoryDisk()
        let (first, second) = try await devices(row, secondDisk: disk)
        try await perform(row.first, first, row)

        for step in row.second { try await step.perform(second, row, world) }
        try await second.sync()
        let again = world.store(disk.copy())

        try expect(row.expected.items, row.expected.conflicts, again)
    }

    @Test(arguments: ConflictCase.all.filter { $0.form == true })
    func `end as the table says if the second one has a form open meanwhile`(
        row: ConflictCase
    ) async throws {
        let (first, second) = try await devices(row)
        let original = try #require(second.snapshot.items.first)
        guard case .edit(let members)? = row.second.first?.action else { return }
        try await perform(row.first, first, row)
        try await second.sync()

        var item = original
        members.apply(to: &item)
        try second.update(item, from: original)
        try await second.sync()

        try expect(row.expected.items, row.expected.conflicts, second)
        try await expectSame(first, second)
    }

    @Test(arguments: ConflictCase.all.filter { $0.then != nil })
    func `put back, undo and dismiss as the table says`(row: ConflictCase) async throws {
        let disk = InMemoryDisk()
        let (first, second) = try await devices(row, secondDisk: disk)
        try await perform(row.first, first, row)
        for step in row.second { try await step.perform(second, row, world) }
        try await second.sync()
        let then = try #require(row.then)

        // Each step after a restart: the list and the steps of undo are kept.
        var last = disk.copy()
        for step in then.steps {
            if step.isThere {
                try await first.sync()
                try await perform([step], first, row)
                continue
            }
            try await step.perform(world.store(last), row, world)
            last = last.copy()
        }
        let store = world.store(last)
        try await store.sync()

        try expect(then.items, then.conflicts, store)
        try await expectSame(first, store)
    }

    private func devices(
        _ row: ConflictCase, secondDisk: InMemoryDisk = InMemoryDisk()
    ) async throws -> (ToDoItemStore, ToDoItemStore) {
        world.server.refusedTitles = ["refused"]
        let (first, second) = (world.store(), world.store(secondDisk))
        if let item = row.before { try first.add(item) }
        try await first.sync()
        try await second.sync()
        return (first, second)
    }

    private func perform(
        _ steps: [ConflictStep], _ store: ToDoItemStore, _ row: ConflictCase
    ) async throws {
        for step in steps { try await step.perform(store, row, world) }
        try await store.sync()
    }

    private func expect(
        _ items: [ToDoItem], _ entries: [ConflictCase.Entry], _ store: ToDoItemStore
    ) throws {
        #expect(store.snapshot.items == items)
        let conflicts = store.snapshot.conflicts
        #expect(conflicts.map { name($0.kind) } == entries.map(\.kind))
        for (conflict, entry) in zip(conflicts, entries) {
            #expect(entry.lost.match(conflict.lost))
            #expect((store.snapshot[conflict.lost.id] ?? conflict.lost).title == entry.title)
            if case .refused = conflict.kind { continue }
            #expect(conflict.replacement == entry.replacement)
            if case .overwrote(let members) = conflict.kind {
                #expect(members.map(\.rawValue).sorted() == entry.members)
            }
        }
    }

    private func expectSame(_ first: ToDoItemStore, _ second: ToDoItemStore) async throws {
        try await first.sync()
        #expect(first.snapshot.items == second.snapshot.items)
        #expect(world.server.items == second.snapshot.items)
        #expect(first.snapshot.conflicts.isEmpty)
    }

    private func name(_ kind: Conflict.Kind) -> String {
        switch kind {
        case .overwrote: "overwrote"
        case .revived: "revived"
        case .kept: "kept"
        case .gone: "gone"
        case .refused: "refused"
        }
    }
}
