import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `An item that repeats` {
    private let world = World()
    private let rule = Repetition(.weekly, byDay: [.init(.friday)])

    private func plant(_ rule: Repetition? = nil) -> ToDoItem { .plant(rule ?? self.rule) }

    private func bodies() throws -> [String] {
        world.server.requests.compactMap { $0.httpBody.map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test func `brings the next one after its completion was sent`() async throws {
        let (store, other) = try await world.devices(with: plant())
        let item = try #require(store.snapshot.todo.first)

        try store.check(item)
        #expect(store.snapshot.todo.isEmpty)
        #expect(store.snapshot[item.id]?.repetition == rule)
        try await store.sync()
        try await other.sync()

        let next = try #require(store.snapshot.todo.first)
        #expect(next.title == "plants")
        #expect(next.day?.description == "2050-12-09")
        #expect(next.timestamp == item.timestamp.map { $0 + 7 * 86_400 })
        #expect(next.repetition == rule)
        #expect(store.snapshot[item.id]?.repetition == nil)
        #expect(try store.next(after: item.id) == next)
        #expect(other.snapshot.items == store.snapshot.items)
        #expect(store.snapshot.unsent == 0)
    }

    @Test func `is sent open and then completed, if both happened before a sync`() async throws {
        let store = world.store()
        try store.add(plant())
        try store.add(ToDoItem(title: "b"))
        try store.check(store.snapshot.items[0])
        try store.edit(store.snapshot.done[0].id) { $0.title = "flowers" }

        try await store.sync()

        #expect(store.titles == ["b", "flowers", "flowers"])
        #expect(
            world.calls == [
                "POST /items/batch", "POST /items/batch", "GET /items/changes",
            ])
        #expect(try bodies()[1].contains(#""patch":{"done":true}"#))
        #expect(store.snapshot.conflicts.isEmpty)
    }

    @Test func `completes alone, whatever waits with it`() async throws {
        let store = world.store()
        for _ in 0..<3 { try store.add(plant()) }
        try store.add(ToDoItem(title: "b"))
        try await store.sync()
        world.server.forgetRequests()

        for item in store.snapshot.items { try store.check(item) }
        try await store.sync()

        #expect(world.calls.filter { $0 == "POST /items/batch" }.count == 4)
        #expect(store.snapshot.todo.count == 3)
        #expect(store.snapshot.done.count == 4)
    }

    @Test func `completed by two devices has one next item`() async throws {
        let (first, second) = try await world.devices(with: plant())
        try first.check(first.snapshot.items[0])
        try second.check(second.snapshot.items[0])

        try await first.sync()
        try await second.sync()
        try await first.sync()

        #expect(first.snapshot.todo.count == 1)
        #expect(first.snapshot.items == second.snapshot.items)
        #expect(second.snapshot.conflicts.isEmpty)
    }

    @Test func `ends with a completion that takes the rule away`() async throws {
        let (store, _) = try await world.devices(with: plant())

        try store.edit(store.snapshot.items[0].id) { item in
            item.repetition = nil
            item.done = true
        }
        try await store.sync()

        #expect(store.snapshot.todo.isEmpty)
        #expect(world.server.items.count == 1)
    }

    @Test func `changed here and completed elsewhere stays done, without a conflict of its rule`()
        async throws
    {
        let (first, second) = try await world.devices(with: plant())
        let id = first.snapshot.items[0].id
        try first.check(first.snapshot.items[0])
        try second.edit(id) { $0.setDay(DayDate("2050-12-03"), in: .gmt) }
        #expect(second.snapshot[id]?.repetition == rule)

        try await first.sync()
        try await second.sync()

        #expect(second.snapshot[id]?.day?.description == "2050-12-03")
        #expect(second.snapshot[id]?.done == true)
        #expect(second.snapshot[id]?.repetition == nil)
        #expect(second.snapshot.conflicts.isEmpty)
        #expect(world.server.items.count == 2)
    }

    @Test func `whose end comes back after a lost answer says nothing of another series`()
        async throws
    {
        let store = world.store()
        var other = plant()
        other.title = "flowers"
        try store.add(plant())
        try store.add(other)
        try store.edit(store.snapshot.items[0].id) {
            $0.repetition = nil
            $0.done = true
        }
        world.server.fail(.answerLost)
        try? await store.sync()

        try await store.sync()

        #expect(store.snapshot.conflicts.isEmpty)
        #expect(world.server.items == store.snapshot.items)
    }

    @Test func `deleted here and completed elsewhere is gone, and the series goes on`() async throws
    {
        let (first, second) = try await world.devices(with: plant())
        try first.check(first.snapshot.items[0])
        try second.deleteAll()

        try await first.sync()
        try await second.sync()

        #expect(second.snapshot.items.map(\.done) == [false])
        #expect(second.snapshot.conflicts.isEmpty)
        #expect(world.server.items == second.snapshot.items)
    }

    @Test func `whose date and rule two devices changed has one conflict, and ours wins`()
        async throws
    {
        let (first, second) = try await world.devices(with: plant())
        let id = first.snapshot.items[0].id
        try first.edit(id) { $0.repetition = Repetition(.daily) }
        try second.edit(id) { $0.setDay(DayDate("2050-12-03"), in: .gmt) }

        try await first.sync()
        try await second.sync()

        let conflict = try #require(second.snapshot.conflicts.first)
        #expect(conflict.kind == .overwrote([.timestamp]))
        #expect(conflict.lost.repetition == Repetition(.daily))
        #expect(second.snapshot[id]?.day?.description == "2050-12-03")
        #expect(second.snapshot[id]?.repetition == rule)
        try second.restore(conflict)
        try await second.sync()
        #expect(world.server.items[0].day?.description == "2050-12-02")
        #expect(world.server.items[0].repetition == Repetition(.daily))
    }

    @Test func `sends its rule as a whole, and a time never without the day`() async throws {
        let (store, _) = try await world.devices(
            with: plant(
                Repetition(.weekly, interval: 2, byDay: [.init(.friday)], timeZone: "UTC")))
        let id = store.snapshot.items[0].id
        world.server.forgetRequests()

        try store.edit(id) {
            $0.repetition = Repetition(.monthly, byMonthDay: 31, timeZone: "UTC")
        }
        try await store.sync()
        try store.edit(id) { $0.timestamp = 2_553_552_001 }
        try await store.sync()
        try store.edit(id) { $0.setDay(nil) }
        try await store.sync()

        struct Operation: Decodable { let patch: JSONValue }
        let patches = try bodies().flatMap {
            try JSONDecoder().decode([Operation].self, from: Data($0.utf8)).map(\.patch)
        }
        #expect(
            patches == [
                .object([
                    "repeat": .object([
                        "interval": .null, "byDay": .null, "frequency": .string("monthly"),
                        "byMonthDay": .number(31),
                    ])
                ]),
                .object(["timestamp": .number(2_553_552_001), "day": .null]),
                .object(["timestamp": .null, "repeat": .null]),
            ])
        #expect(world.server.items == store.snapshot.items)
    }

    @Test func `of a later server is kept, and its item can be changed`() async throws {
        let store = world.store()
        let json = #"{"frequency":"hourly","color":{"a":[1,null]},"interval":"two"}"#
        let item = plant(try JSONDecoder().decode(Repetition.self, from: Data(json.utf8)))
        world.server.items = [item]
        try await store.sync()
        #expect(store.snapshot.items == [item])

        try store.edit(item.id) { $0.title = "flowers" }
        #expect(store.snapshot.items.map(\.repetition) == [item.repetition])
        try await store.sync()

        // The double is not of a later version.
        #expect(try bodies()[0].contains(#""patch":{"title":"flowers"}"#))
    }
}
