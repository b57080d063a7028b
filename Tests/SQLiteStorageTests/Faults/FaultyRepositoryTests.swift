import Items
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `A failure at any step of a repository` {
    /// All calls of a repository between two ends of a round, with their results as text.
    private static func work(_ world: FaultyRepository) -> [String] {
        let repository = world.repository
        let owner = world.owner
        return [
            told { try repository.revision(of: owner) },
            told { try repository.item(id(1), of: owner)?.content.title as Any },
            told { try repository.all(of: owner).map(\.content.title) },
            told { try world.write(.put(id(4), content("four"))).get().changed },
            told { try repository.page(of: owner, limit: 2).map(\.content.title) },
            told { try repository.item(id(4), of: owner)?.content.title as Any },
            told { try world.write(.deleteAll).get().changed },
            told { try repository.snapshot(of: owner).revision ?? 0 },
            told { try repository.endRound() },
        ]
    }

    /// The result of a call: its value, or the failure.
    private static func told<Value>(_ work: () throws -> Value) -> String {
        do {
            return "\(try work())"
        } catch let failure as StorageFailure {
            return "\(failure)"
        } catch WriteFailure.storage(let failure) {
            return "\(failure)"
        } catch {
            return "something else: \(error)"
        }
    }

    @Test(arguments: Fault.all)
    func `is reported by its kind, at most once`(fault: Fault) throws {
        let (whole, steps) = try run(fault, failingAt: nil)
        for step in 0..<steps {
            let (outcomes, _) = try run(fault, failingAt: step)

            let failures = outcomes.filter { $0 == "\(fault.failure)" }
            #expect(failures.count <= 1, "step \(step): \(outcomes)")
            let known = Set(whole + ["\(fault.failure)"] + Self.withoutTheWrites)
            #expect(outcomes.allSatisfy(known.contains), "step \(step): \(outcomes)")
        }
        #expect(steps > 20)
    }

    /// Results that are possible when one of the writes failed.
    private static let withoutTheWrites = [
        "nil", "[\"one\", \"two\", \"three\"]", "false", "1", "2",
    ]

    @Test(arguments: Fault.all)
    func `has no effect after it`(fault: Fault) throws {
        let (_, steps) = try run(fault, failingAt: nil)
        for step in 0...steps {
            let world = try FaultyRepository(fault)
            world.session.stepsLeft = step
            _ = Self.work(world)
            world.session.stepsLeft = nil

            let revision = try world.repository.revision(of: world.owner)
            let outcome = try world.write(.put(id(5), content("five"))).get()
            let titles = try world.repository.all(of: world.owner).map(\.content.title)
            try world.repository.endRound()

            #expect(outcome.revision == revision + 1, "step \(step)")
            #expect(titles.last == "five", "step \(step)")
            #expect(world.database.violations() == [], "step \(step)")
            #expect(!world.database.isInTransaction, "step \(step)")
            #expect(world.database.unfinishedStatement == nil, "step \(step)")
        }
    }

    @Test(arguments: Fault.all)
    func `between the two rows of a completion leaves neither`(fault: Fault) throws {
        let chore = ItemContent(
            title: "plants", timestamp: 0, repetition: RepetitionText(Repetition(.daily)))
        /// The outcome of a completion, the steps that it took, and what is stored afterwards.
        func complete(failingAt step: Int?) throws -> (isDone: Bool, steps: Int, stored: [Bool]) {
            let world = try FaultyRepository(fault)
            _ = try world.write(.put(id(4), chore)).get()
            try world.repository.endRound()
            let before = world.session.steps
            world.session.stepsLeft = step
            let outcome = world.write(.patch(id(4), .changing { $0.done = true }))
            let steps = world.session.steps - before
            world.session.stepsLeft = nil
            try? world.repository.endRound()
            let stored = try world.repository.all(of: world.owner)
                .filter { $0.content.title == "plants" }.map(\.content.done)
            #expect(world.database.violations() == [], "\(String(describing: step))")
            return ((try? outcome.get()) != nil, steps, stored)
        }
        let whole = try complete(failingAt: nil)

        for step in 0..<whole.steps {
            let (isDone, _, stored) = try complete(failingAt: step)

            #expect(stored == (isDone ? [false, true] : [false]), "step \(step)")
        }
        #expect(whole.stored == [false, true])
        #expect(whole.steps > 5)
    }

    private func run(_ fault: Fault, failingAt step: Int?) throws -> ([String], steps: Int) {
        let world = try FaultyRepository(fault)
        let before = world.session.steps
        world.session.stepsLeft = step
        let outcomes = Self.work(world)
        return (outcomes, world.session.steps - before)
    }
}

@Suite struct `A read that fails` {
    enum Read: CaseIterable, Sendable {
        case revision, item, list, sorted, changes

        /// The result of the read, as numbers.
        func show(_ world: FaultyRepository) throws -> [Int] {
            switch self {
            case .revision: return [try world.repository.revision(of: world.owner)]
            case .item:
                let item = try world.repository.item(id(2), of: world.owner)
                return item.map { [$0.sequence] } ?? []
            case .list: return try world.repository.all(of: world.owner).map(\.sequence)
            case .sorted:
                let query = ItemQuery(sort: ItemSort(.title))
                return try world.repository.page(query, of: world.owner, limit: 9).map(\.sequence)
            case .changes:
                let changes = try world.repository.changes(
                    of: world.owner, since: .after(revision: 0))
                return (changes?.changes ?? []).map { change in
                    if case .item(let item) = change { item.sequence } else { 0 }
                }
            }
        }
    }

    @Test(arguments: Fault.all, Read.allCases)
    func `reports why, and the next read succeeds`(fault: Fault, read: Read) throws {
        let (expected, steps) = try counted(fault, read)
        for step in 0..<steps {
            let world = try FaultyRepository(fault)
            try world.repository.endRound()
            world.session.stepsLeft = step

            #expect(throws: fault.failure, "step \(step)") {
                _ = try read.show(world)
            }
            let again = try read.show(world)

            #expect(again == expected, "step \(step)")
            #expect(world.database.unfinishedStatement == nil, "step \(step)")
        }
        #expect(steps >= 2)
    }

    @Test(arguments: Fault.all, Read.allCases)
    func `does not prevent the end of the round`(fault: Fault, read: Read) throws {
        let (_, steps) = try counted(fault, read)
        for step in 0..<steps {
            let world = try FaultyRepository(fault)
            try world.repository.endRound()
            world.session.stepsLeft = step
            _ = try? read.show(world)

            try world.repository.endRound()

            #expect(!world.database.isInTransaction, "step \(step)")
        }
    }

    @Test func `loses its transaction, and the next read begins another`() throws {
        let fault = try #require(Fault.all.first { $0.takesTransaction })
        let world = try FaultyRepository(fault)
        _ = try world.repository.revision(of: world.owner)
        world.session.stepsLeft = 0
        _ = try? Read.item.show(world)
        #expect(!world.database.isInTransaction)

        _ = try world.repository.revision(of: world.owner)

        #expect(world.database.isInTransaction)
    }

    private func counted(_ fault: Fault, _ read: Read) throws -> ([Int], steps: Int) {
        let world = try FaultyRepository(fault)
        try world.repository.endRound()
        let before = world.session.steps
        let shown = try read.show(world)
        return (shown, world.session.steps - before)
    }
}

/// Three items in a repository whose only session fails at a given step.
final class FaultyRepository {
    let database: SQLiteConnection
    let session: FaultySession
    let owner: Owner
    let repository: SQLiteRepository

    init(_ fault: Fault) throws {
        database = try SQLiteConnection.migratedInMemory()
        owner = try database.localOwner()
        session = FaultySession(
            database, fault: fault.error, takesTransaction: fault.takesTransaction)
        repository = try InMemoryStorage(session).repository
        let items = [NewItem(1, "one"), NewItem(2, "two"), NewItem(3, "three")]
        _ = try write(.add(items, onConflict: .refuse)).get()
    }

    func write(_ action: ItemWrite.Action) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action))
    }
}
