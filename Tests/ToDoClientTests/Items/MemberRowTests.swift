import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

@Suite struct `Each member of an item, in the library` {
    private static let members = ToDoItem.WireMember.allCases.map(\.rawValue)
    private static let id = UUID()

    private let world = World()

    private func row(_ member: String) throws -> MemberRow {
        try #require(
            try MemberRow.all().first { $0.member == member }, "no row in members.json")
    }

    @Test func `has its row in members.json`() throws {
        #expect(try MemberRow.all().map(\.member) == Self.members)
    }

    @Test(arguments: members)
    func `keeps its values on disk, on the server and in a save file`(member: String) async throws {
        for kept in try row(member).kept {
            let world = World()
            let json = try kept.item(id: Self.id)
            let item = try JSONDecoder().decode(ToDoItem.self, from: json)
            let (disk, other) = (InMemoryDisk(), world.store())

            try world.store(disk).add(item)
            let again = world.store(disk.copy())
            try await again.sync()
            try await other.sync()
            let imported = ToDoItemStore(
                InMemoryDisk().dataStore, environment: world.clock.environment)
            try imported.importItems(try other.exportItems())

            for store in [again, other, imported] {
                #expect(try Self.text(of: store.snapshot.items) == Self.text(of: [item]))
            }
            // The bytes of a text are kept, too.
            let members = try JSONDecoder().decode(
                [[String: JSONValue]].self, from: other.exportItems())
            #expect(
                try kept.allSatisfy {
                    try Self.text(of: members[0][$0.key]) == Self.text(of: $0.value)
                },
                "\(kept)")
        }
    }

    @Test(arguments: members)
    func `finds most faults before the server does`(member: String) throws {
        for refusal in try row(member).refused where refusal.only != "patch" {
            // The server alone knows its zones, and the members of a location.
            let isOfServer = refusal.problems.allSatisfy {
                $0.detail.contains("that this server does not know")
                    || $0.detail == "is not a member of this object"
            }
            let item = try? JSONDecoder().decode(
                ToDoItem.self, from: refusal.sent.item(id: Self.id))

            // A later server may know more words of a rule.
            let known: [Repetition.Frequency] = [.daily, .weekly, .monthly, .yearly]
            let rule = item?.repetition
            let isOfLater = rule.map { !known.contains($0.frequency) || !$0.others.isEmpty }
            if !isOfServer, isOfLater != true {
                #expect(item?.faults.isEmpty != true, "\(refusal.sent)")
            }
        }
    }

    @Test(arguments: members)
    func `is merged like its row`(member: String) async throws {
        for merge in try row(member).merge {
            let world = World()
            var before = ToDoItem(title: "Task")
            merge.base.apply(to: &before)
            let (there, here) = try await world.devices(with: before)

            try there.edit(before.id, merge.there.apply)
            try await there.sync()
            try here.edit(before.id, merge.here.apply)
            try await here.sync()

            var expected = ToDoItem(id: before.id, title: "Task")
            merge.merged.apply(to: &expected)
            #expect(here.snapshot.items == [expected])
            #expect(world.server.items == [expected])
            let overwritten = here.snapshot.conflicts.flatMap { conflict -> [String] in
                guard case .overwrote(let members) = conflict.kind else { return ["\(conflict)"] }
                return members.map(\.rawValue)
            }
            #expect(overwritten == merge.changedElsewhere, "\(expected)")
        }
    }

    private static func text(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}

@Suite struct `A member that only a later version knows` {
    private let world = World()
    private let id = UUID()

    init() { world.server.acceptUnknownMembers() }

    /// Two devices that have the item of a later version.
    private func devices(
        _ disk: InMemoryDisk = InMemoryDisk()
    ) async throws -> (ToDoItemStore, ToDoItemStore) {
        let (first, second) = (world.store(), world.store(disk))
        let json = #"[{"id":"\#(id)","title":"Task","labels":["a"],"rank":{"of":[1,null]}}]"#
        try first.importItems(Data(json.utf8))
        try await first.sync()
        try await second.sync()
        return (first, second)
    }

    private func expectKept(_ store: ToDoItemStore, _ title: String = "Task") throws {
        let file = try JSONDecoder().decode(
            [[String: JSONValue]].self, from: store.exportItems())
        #expect(file.map { $0["title"] } == [.string(title)])
        #expect(file.map { $0["labels"] } == [.array([.string("a")])])
        #expect(file.map { $0["rank"] } == [.object(["of": .array([.number(1), .null])])])
        #expect(Set(store.snapshot.items) == Set(world.server.items))
    }

    @Test func `survives an import, a sync, an edit, a restart and an export`() async throws {
        let disk = InMemoryDisk()
        let (_, second) = try await devices(disk)

        try second.edit(id) { $0.title = "Changed" }
        try await world.store(disk.copy()).sync()
        try await second.sync()

        try expectKept(second, "Changed")
    }

    @Test func `survives a deletion that is undone, also after the history of the server`()
        async throws
    {
        let (first, second) = try await devices()

        try second.delete(id)
        try await second.sync()
        world.server.forgetDeletions()
        try second.undo()
        try await second.sync()
        try await first.sync()

        try expectKept(second)
        try expectKept(first)
    }

    @Test func `survives a merge with another device, and a deletion there`() async throws {
        let (first, second) = try await devices()

        try first.edit(id) { $0.title = "First" }
        try await first.sync()
        try second.edit(id) { $0.title = "Second" }
        try await second.sync()
        try expectKept(second, "Second")
        try await first.sync()
        try first.delete(id)
        try await first.sync()
        try second.edit(id) { $0.title = "Third" }
        try await second.sync()

        try expectKept(second, "Third")
    }

    @Test func `that changed elsewhere counts against a deletion`() async throws {
        let (first, second) = try await devices()

        let json = #"[{"id":"\#(id)","title":"Task","labels":["b"]}]"#
        try first.importItems(Data(json.utf8), replacingExisting: true)
        try await first.sync()
        try second.delete(id)
        try await second.sync()

        #expect(second.snapshot.conflicts.map(\.kind) == [.kept])
        #expect(second.snapshot[id]?.others == ["labels": .array([.string("b")])])
    }

    @Test func `that changed elsewhere is the reason why an undo is not possible`() async throws {
        let (first, second) = try await devices()
        let added = UUID()
        try second.add(ToDoItem(id: added, title: "New"))
        try await second.sync()
        try await first.sync()

        let json = #"[{"id":"\#(added)","title":"New","labels":["b"]}]"#
        try first.importItems(Data(json.utf8), replacingExisting: true)
        try await first.sync()
        try await second.sync()
        let report = try second.undoWithReport()

        #expect(report.notReverted.map(\.reason) == [.changed([])])
        #expect(report.words(.english) == "Not undone: “New” was changed elsewhere.")
    }
}
