import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `An item that repeats, in a store` {
    private let rule = Repetition(.weekly, byDay: [.init(.friday)])

    private func plant(_ rule: Repetition? = nil) -> ToDoItem { .plant(rule ?? self.rule) }

    @Test func `without a server is done like any other, and opens again with its rule`() throws {
        let store = ToDoItemStore(.inMemory())
        let item = plant()
        try store.add(item)

        try store.check(item)
        let exported = try store.exportItems()
        #expect(store.snapshot.todo.isEmpty)
        #expect(store.snapshot.done.map(\.repetition) == [rule])
        try store.uncheck(item)

        #expect(store.snapshot.items == [item])
        // What is done does not come back: so the file can be imported anywhere.
        let saved = try JSONDecoder().decode([ToDoItem].self, from: exported)
        #expect(saved.map(\.repetition) == [nil])
        #expect(saved.map(\.day) == [item.day])
    }

    @Test func `is refused with the server's faults, which change nothing`() throws {
        let store = ToDoItemStore(.inMemory())
        var done = plant()
        done.done = true
        let item = plant()
        try store.add(item)

        #expect(throws: StoreError.invalid([.doneItemRepeats])) { try store.add(done) }
        #expect(throws: StoreError.invalid([.repetitionNeedsDueDate])) {
            try store.add(ToDoItem(title: "a", repetition: rule))
        }
        #expect(throws: StoreError.invalid([.intervalIsOutOfRange])) {
            try store.edit(item.id) { $0.repetition?.interval = 0 }
        }
        let report = try store.importItems(try JSONEncoder().encode([done]))
        #expect(report.refused == [.init(index: 0, faults: [.doneItemRepeats])])
        #expect(store.snapshot.items == [item])
    }

    @Test func `is in the save file, and files of before have none`() throws {
        let (store, other) = (ToDoItemStore(.inMemory()), ToDoItemStore(.inMemory()))
        try store.add(plant())

        let file = try store.exportItems()
        try other.importItems(file)
        try other.importItems(
            Data(
                #"[{"id":"0F9D7A5E-6B1C-4C59-9F1B-4D4E6A0C2B11","title":"b","timestamp":1}]"#.utf8))

        #expect(other.snapshot.items[0] == store.snapshot.items[0])
        #expect(other.snapshot.items[1].day == nil)
        #expect(other.snapshot.items[1].repetition == nil)
    }
}
