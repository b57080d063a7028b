import SQLiteTestSupport
import Items
import SQLite
@testable import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

private let day = 86_400.0

@Suite struct `A pruned history` {
    @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
    func `has all of the last 30 days, and serves every client since its oldest revision`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let manualClock = ManualClock(0)
        let world = try SharedWorld(.sqliteInMemory, clock: manualClock.clock)
        let database = try #require(world.database)
        let owner = world.owners[0]
        var states = [try world.repository.all(of: owner)]
        var times = [0.0]
        var now = 0.0
        func write(_ action: ItemWrite.Action) -> Outcome {
            world.repository.perform(ItemWrite(owner: owner, action: action))
        }
        func note(_ outcome: Outcome) throws {
            guard case .success(let outcome) = outcome, outcome.changed else { return }
            states.append(try world.repository.all(of: owner))
            times.append(now)
        }

        for step in 0..<300 {
            now += Double.random(in: 0...day, using: &random)
            manualClock.now = now
            try note(write(.random(about: world.repository.state(of: owner), using: &random)))
            if random.chance(50) {
                let other = ItemWrite(owner: world.owners[1], action: .random(using: &random))
                _ = world.repository.perform(other)
            }
            try world.repository.endRound()
            let hint: Comment = "seed \(seed), step \(step)"
            // The first revision with all entries in the log; the current one if it is empty.
            let oldest =
                try database.integer(
                    "SELECT min(revision) FROM log WHERE owner = 1 AND members & 8")
                ?? states.count
            #expect(oldest == 1 || times[oldest - 1] < now - 30 * day, hint)
            let from = Int.random(in: 0..<states.count, using: &random)
            let followed = try world.repository.follow(owner, from: from, states[from])
            #expect((followed != nil) == (from >= oldest - 1), hint)
            if let followed { #expect(followed == states.last, hint) }
            if from > 0, random.chance(10) {
                let outcome = write(.undo(revision: from))
                #expect((outcome == .failure(.expired)) == (from < oldest), hint)
                try note(outcome)
            }
        }

        manualClock.now = now + 1
        _ = write(.put(id(99), content("last")))
        try world.repository.endRound()
        #expect(database.violations() == [], "seed \(seed)")
        let first = try database.rows("SELECT min(changed_at) FROM log", columns: 1).first
        #expect(try #require(first.flatMap { Double($0) }) >= now - 30 * day)
        #expect(try #require(try database.integer("SELECT min(entry) FROM log")) > 50)
    }
}

extension ItemRepository where Self: ItemRows {
    /// The items of an owner in the default order: known items, updated by the changes since their
    /// revision in pages of three; nil if the changes cannot be served.
    fileprivate func follow(
        _ owner: Owner, from revision: Int, _ known: [ToDoItem]
    ) throws -> [ToDoItem]? {
        var items: [ItemID: ToDoItem] = [:]
        for item in known { items[item.id] = item }
        var position = ChangePosition.after(revision: revision)
        while true {
            guard let page = try changes(of: owner, since: position, limit: 3) else { return nil }
            for change in page.changes {
                switch change {
                case .item(let item): items[item.id] = item
                case .deleted(let id, _): items[id] = nil
                }
            }
            guard page.position != position else { break }
            position = page.position
        }
        return items.values.sorted {
            ($0.content.done ? 1 : 0, $0.sequence) < ($1.content.done ? 1 : 0, $1.sequence)
        }
    }
}
