import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The tags of a store` {
    private let store: ToDoItemStore
    private let milk = ToDoItem(title: "milk", tags: ["errands", "Home"])
    private let tea = ToDoItem(title: "tea", tags: ["home", "straße"], position: "a0")
    private let letter = ToDoItem(title: "letter", tags: ["home", "STRASSE"], done: true)
    private let sleep = ToDoItem(title: "sleep")

    init() throws {
        store = ToDoItemStore(InMemoryDisk().dataStore)
        for item in [milk, tea, letter, sleep] { try store.add(item) }
    }

    private func tags(_ item: ToDoItem) -> [String]? { store.snapshot[item.id]?.tags }

    @Test func `have the numbers of their items, in the spelling of most`() {
        let tags = store.snapshot.tags

        #expect(tags.map(\.name) == ["errands", "home", "STRASSE"])
        #expect(tags.map(\.open) == [1, 2, 1])
        #expect(tags.map(\.all) == [1, 3, 2])
    }

    @Test func `select open items, apart from case`() {
        let snapshot = store.snapshot

        #expect(snapshot.todo(in: .hand, tag: "HOME").map(\.title) == ["tea", "milk"])
        #expect(snapshot.todo(in: .hand, tag: "strasse").map(\.title) == ["tea"])
        #expect(snapshot.todo(in: .hand, tag: "hom").isEmpty)
    }

    @Test func `are sections, with the items without one last`() {
        let sections = store.snapshot.sectionsByTag

        #expect(sections.map { $0.tag?.name } == ["errands", "home", "STRASSE", nil])
        #expect(
            sections.map { $0.items.map(\.title) }
                == [["milk"], ["tea", "milk"], ["tea"], ["sleep"]])
    }

    @Test func `get another name in all items at once`() throws {
        #expect(try store.rename(tag: "HOME", to: "house") == 3)

        #expect(tags(milk) == ["errands", "house"])
        #expect(tags(letter) == ["house", "STRASSE"])
        #expect(store.snapshot.nextUndo.count == 3)
        try store.undo()
        #expect(tags(milk) == ["errands", "Home"])
        #expect(tags(letter) == ["home", "STRASSE"])
    }

    @Test func `are renamed in one step of undo, also in more items than a batch takes`()
        async throws
    {
        let world = World()
        let store = world.store()
        try store.write { writes throws(StoreError) in
            for number in 0...1_000 {
                try writes.add(ToDoItem(title: "\(number)", tags: ["home"]))
            }
        }

        try store.rename(tag: "home", to: "house")
        try await store.sync()
        #expect(Set(world.server.items.map(\.tags)) == [["house"]])
        try store.undo()
        try await store.sync()

        #expect(world.server.items.count == 1_001)
        #expect(Set(world.server.items.map(\.tags)) == [["home"]])
    }

    @Test func `become one if an item has both`() throws {
        try store.rename(tag: "errands", to: "HOME")

        #expect(tags(milk) == ["HOME"])
        #expect(tags(tea) == ["home", "straße"])
        try store.rename(tag: "straße", to: "home")
        #expect(tags(tea) == ["home"])
    }

    @Test func `are removed from all items`() throws {
        #expect(try store.rename(tag: "home", to: nil) == 3)

        #expect(store.snapshot.tags.map(\.name) == ["errands", "STRASSE"])
    }

    @Test(arguments: ["", "two words", "#a", String(repeating: "x", count: 41)])
    func `get no invalid name`(name: String) {
        #expect(throws: StoreError.self) { try store.rename(tag: "home", to: name) }
        #expect(store.snapshot[milk.id] == milk)
    }
}
