import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A grouped write` {
    private let disk = InMemoryDisk()
    private let store: ToDoItemStore
    private let milk = ToDoItem(title: "Buy milk")
    private let ada = ToDoItem(title: "Call Ada")

    init() throws {
        store = ToDoItemStore(disk.dataStore)
        try store.add(milk)
        try store.add(ada)
    }

    private var titles: [String] { store.snapshot.items.map(\.title) }

    @Test func `is one record and one step of undo`() throws {
        let records = disk.records.count

        try store.write { writes throws(StoreError) in
            try writes.setDone(true, [milk.id])
            try writes.edit(ada.id) { $0.title = "Call Ada today" }
            try writes.add(ToDoItem(title: "Sleep"))
        }

        #expect(titles == ["Call Ada today", "Sleep", "Buy milk"])
        #expect(disk.records.count == records + 1)
        try store.undo()
        #expect(store.snapshot.items == [milk, ada])
        try store.redo()
        #expect(titles == ["Call Ada today", "Sleep", "Buy milk"])
    }

    @Test func `sees its own writes, and returns a value`() throws {
        let title = try store.write { writes throws(StoreError) in
            try writes.edit(milk.id) { $0.title = "Buy tea" }
            try writes.edit(milk.id) { $0.done = true }
            let new = ToDoItem(title: " Sleep ")
            try writes.add(new)
            try writes.delete([ada.id, new.id])
            return writes[milk.id]?.title
        }

        #expect(title == "Buy tea")
        #expect(store.snapshot.items.map(\.title) == ["Buy tea"])
        #expect(store.snapshot.items.map(\.done) == [true])
    }

    @Test func `that throws has changed nothing`() throws {
        let records = disk.records.count

        for error in [StoreError.noSuchItem(UUID()), .alreadyExists(ada.id)] {
            #expect(throws: error) {
                try store.write { writes throws(StoreError) in
                    try writes.delete([milk.id])
                    if case .noSuchItem(let id) = error { try writes.delete([id]) }
                    try writes.add(ada)
                }
            }
        }
        disk.isFull = true
        #expect(throws: StoreError.self) { try store.delete([milk.id, ada.id]) }

        #expect(titles == ["Buy milk", "Call Ada"])
        #expect(disk.records.count == records)
    }

    @Test func `that comes to nothing is no step of undo`() throws {
        try store.write { writes throws(StoreError) in
            try writes.setDone(true, [milk.id])
            try writes.setDone(false, [milk.id])
        }

        #expect(try store.undo() == [ada.id])
    }

    @Test func `begins again if the store was changed meanwhile`() throws {
        var calls = 0

        try store.write { writes throws(StoreError) in
            calls += 1
            if calls == 1 { try store.edit(milk.id) { $0.title = "Buy tea" } }
            try writes.edit(milk.id) { $0.title += " today" }
        }

        #expect(calls == 2)
        #expect(titles == ["Buy tea today", "Call Ada"])
    }

    @Test func `marks or deletes several items`() throws {
        try store.setDone(true, [milk.id, ada.id, milk.id])
        #expect(store.snapshot.done.count == 2)
        try store.delete([milk.id, ada.id])
        #expect(titles.isEmpty)
        try store.undo()

        #expect(store.snapshot.done.map(\.id) == [milk.id, ada.id])
    }
}
