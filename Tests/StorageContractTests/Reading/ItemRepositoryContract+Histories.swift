import Dispatch
import Items
import SQLiteTestSupport
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

extension ItemRepositoryContract {
    /// Compared with a model that keeps every state.
    @Suite struct `A history` {
        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `has every write, every version and what was deleted`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                let world = try Recorded(kind, seed)

                let writes = try world.writes(limit: 7)
                #expect(writes.map(\.revision) == (1...world.revision).reversed())
                for write in writes {
                    let expected = world.effects(of: write.revision)
                    #expect(
                        write.created == expected.count { $0.kind == .created }
                            && write.changed == expected.count { $0.kind == .changed }
                            && write.deleted == expected.count { $0.kind == .deleted },
                        "seed \(seed), \(kind), revision \(write.revision)")
                    let shown = write.items.map(Effect.init)
                    #expect(
                        shown.count == min(10, expected.count)
                            && shown.allSatisfy(expected.contains),
                        "seed \(seed), \(kind), revision \(write.revision): \(shown)")
                    #expect(write.origin == world.origins[write.revision - 1])
                }
                for id in world.ids {
                    let versions = try world.versions(of: id, limit: 3)
                    let expected = world.versions(of: id)
                    #expect(versions == expected, "seed \(seed), \(kind), \(id)")
                }
                let trash = try world.trash(limit: 3)
                #expect(trash.map(\.deletedIn) == trash.map(\.deletedIn).sorted(by: >))
                #expect(
                    Set(trash.map(\.item.id)) == world.deleted, "seed \(seed), \(kind)")
                for deleted in trash {
                    let before = world.states[deleted.deletedIn - 1].first {
                        $0.id == deleted.item.id
                    }
                    #expect(ItemState.Memory(deleted.item) == before, "seed \(seed), \(kind)")
                }
            }
        }

        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `after a restart and without its beginning has the rest`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                let recorded = try Recorded(kind, seed)
                let horizon = recorded.revision / 2

                try recorded.world.forget(upTo: horizon, of: recorded.world.owners[0])
                try recorded.world.restart(itemLimit: .unlimited)

                let rest = (horizon + 1)...recorded.revision
                #expect(try recorded.writes(limit: 7).map(\.revision) == rest.reversed())
                for id in recorded.ids {
                    #expect(
                        try recorded.versions(of: id, limit: 3)
                            == recorded.versions(of: id).filter { rest.contains($0.revision) },
                        "seed \(seed), \(kind), \(id)")
                }
                let deleted = recorded.deleted.filter { id in
                    recorded.versions(of: id).first.map { rest.contains($0.revision) } ?? false
                }
                #expect(Set(try recorded.trash(limit: 3).map(\.item.id)) == deleted)
                #expect(try recorded.world.violations() == [], "seed \(seed), \(kind)")
            }
        }

        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `gives back what an item was after any write`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                let world = try Recorded(kind, seed)
                var random = SplitMix64(seed: seed)

                for _ in 0..<40 {
                    guard let id = world.ids.sorted().randomElement(using: &random) else { break }
                    let revision =
                        random.chance(25)
                        ? nil
                        : Int.random(
                            in: 1...world.revision, using: &random)
                    let now = world.states[world.revision].first { $0.id == id }
                    let past = revision.map { world.item(id, after: $0) } ?? world.last(id)

                    let outcome = world.write(.restore(id, revision: revision))

                    let result = world.states[world.revision].first { $0.id == id }
                    guard let past else {
                        #expect(outcome == .failure(.didNotExist), "seed \(seed), \(kind)")
                        continue
                    }
                    var content = past.content
                    if let known = now ?? world.last(id), revision != nil, known.content.done,
                        !content.done
                    {
                        content.repetition = nil
                    }
                    if now != nil, revision == nil { content = now?.content ?? content }
                    #expect(try outcome.get().changed == (now?.content != content))
                    #expect(result?.content == content, "seed \(seed), \(kind), \(id)")
                    #expect(result?.createdAt == (now ?? world.beforeLast(id))?.createdAt)
                }
                let undone = try world.writes(limit: 100)
                #expect(undone.count == world.revision)
                #expect(try world.world.violations() == [], "seed \(seed), \(kind)")
            }
        }
    }
}

/// What a write did to an item.
private struct Effect: Equatable {
    let id: ItemID
    let title: String
    let kind: WriteEffectKind
    let members: ItemContent.Members

    init(_ item: LoggedWrite.Item) {
        (id, title, kind, members) = (item.id, item.title, item.kind, item.members)
    }

    init?(_ id: ItemID, _ before: ItemState.Memory?, _ after: ItemState.Memory?) {
        guard let title = (after ?? before)?.content.title else { return nil }
        self.id = id
        self.title = title
        switch (before, after) {
        case (nil, _): (kind, members) = (.created, [])
        case (_, nil): (kind, members) = (.deleted, [])
        case (let before?, let after?):
            kind = .changed
            var members = ItemContent.Members(between: before.content, and: after.content)
            if before.doneAt != after.doneAt { members.insert(.init(.done)) }
            guard !members.isEmpty else { return nil }
            self.members = members
        }
    }
}

/// A world after random writes of two owners, and the first one's state after each revision.
private final class Recorded {
    let world: SharedWorld
    private let owner: Owner
    /// By revision; the first one is before all writes.
    private(set) var states: [[ItemState.Memory]] = [[]]
    private(set) var origins: [WriteOrigin] = []

    var revision: Int { states.count - 1 }
    var ids: Set<ItemID> { Set(states.joined().map(\.id)) }
    /// What is deleted now.
    var deleted: Set<ItemID> { ids.subtracting(states[revision].map(\.id)) }

    init(_ kind: ItemWorld.Kind, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let manualClock = ManualClock(0)
        world = try SharedWorld(kind, clock: manualClock.clock)
        owner = world.owners[0]
        var step = 0
        while step < 60 || revision < 20 {
            step += 1
            manualClock.now = Double(step)
            _ = world.write(.random(using: &random), of: world.owners[1])
            let state = try world.repository.state(of: owner)
            write(.random(about: state, using: &random))
        }
    }

    @discardableResult
    func write(_ action: ItemWrite.Action) -> Result<WriteOutcome, WriteFailure> {
        let outcome = world.write(action, of: owner)
        if case .success(let done) = outcome, done.changed {
            states.append((try? world.repository.state(of: owner).remembered) ?? [])
            origins.append(ItemWrite(owner: owner, action: action).origin)
        }
        return outcome
    }

    func item(_ id: ItemID, after revision: Int) -> ItemState.Memory? {
        states[revision].first { $0.id == id }
    }

    /// The item as it is, or was last.
    func last(_ id: ItemID) -> ItemState.Memory? {
        states.reversed().lazy.compactMap { $0.first { $0.id == id } }.first
    }

    /// The item before the state now.
    func beforeLast(_ id: ItemID) -> ItemState.Memory? {
        states.dropLast().reversed().lazy.compactMap { $0.first { $0.id == id } }.first
    }

    func effects(of revision: Int) -> [Effect] {
        let (before, after) = (states[revision - 1], states[revision])
        return Set((before + after).map(\.id)).compactMap { id in
            Effect(id, before.first { $0.id == id }, after.first { $0.id == id })
        }
    }

    /// A version as the history has it.
    struct Version: Equatable {
        let revision: Int
        let effect: WriteEffectKind
        let members: ItemContent.Members
        let before: ItemState.Memory?
    }

    func versions(of id: ItemID) -> [Version] {
        (1...revision).reversed().compactMap { revision in
            let before = item(id, after: revision - 1)
            let effect = Effect(id, before, item(id, after: revision))
            return effect.map {
                Version(
                    revision: revision, effect: $0.kind, members: $0.members, before: before)
            }
        }
    }

    func versions(of id: ItemID, limit: Int) throws -> [Version] {
        try pages(.item(id), limit: limit) {
            if case .versions(let versions) = $0 { versions } else { [] }
        }.map { (version: ItemVersion) -> Version in
            Version(
                revision: version.revision, effect: version.kind, members: version.members,
                before: version.before.map { ItemState.Memory($0) })
        }
    }

    func writes(limit: Int) throws -> [LoggedWrite] {
        try pages(.writes, limit: limit) {
            if case .writes(let writes) = $0 { writes } else { [] }
        }
    }

    func trash(limit: Int) throws -> [DeletedItem] {
        try pages(.trash(nil), limit: limit) {
            if case .trash(let items) = $0 { items } else { [] }
        }
    }

    /// All elements of a history, page by page.
    private func pages<Element>(
        _ query: HistoryQuery, limit: Int, _ elements: (HistoryPage.Elements) -> [Element]
    ) throws -> [Element] {
        var found: [Element] = []
        var position: HistoryPosition?
        repeat {
            let request = HistoryRequest(query, of: owner, after: position, limit: limit)
            guard let page = try world.repository.page(of: request) else { return found }
            let new = elements(page.elements)
            #expect(new.count <= limit)
            #expect(page.revision == revision)
            found += new
            position = page.next
        } while position != nil && found.count < 10_000
        return found
    }
}

extension ItemState.Memory {
    fileprivate init(_ item: ToDoItem) {
        self.init(
            id: item.id, sequence: item.sequence, content: item.content,
            createdAt: item.createdAt, doneAt: item.doneAt)
    }
}

extension ItemRepository {
    /// Waits for a page.
    fileprivate func page(of request: HistoryRequest) throws -> HistoryPage? {
        let done = DispatchSemaphore(value: 0)
        try endRound(at: 0)
        let box = Box()
        history(request) { result in
            box.value.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        return try box.value.withLock { $0 }?.get() ?? nil
    }
}

private final class Box: Sendable {
    let value = Mutex<Result<HistoryPage?, StorageFailure>?>(nil)
}
