import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@Suite struct `A failure at any step of a batch` {
    /// Writes that execute many kinds of statements.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let actions: [ItemWrite.Action]
        /// The limit of the history in bytes.
        var historyByteLimit = Int.max
    }

    static let scenarios = [
        Scenario(
            testDescription: "one insert",
            actions: [.put(id(4), content("four"))]),
        Scenario(
            testDescription: "every kind of write",
            actions: [
                .put(id(4), content("four")), .put(id(1), content("x")),
                .patch(id(2), .changing { $0.done = true }), .delete(id(3)),
                .add(
                    [NewItem(5, "five"), NewItem(2, "two"), NewItem(6, "six")], onConflict: .skip),
                .delete(id(9)), .delete(id(0)), .put(id(0), content("zero")),
            ]),
        Scenario(
            testDescription: "deleting all",
            actions: [.put(id(4), content("four")), .deleteAll, .put(id(1), content("x"))]),
        Scenario(
            testDescription: "many at once, and back",
            actions: [
                .patchMatching(ItemFilter(), .changing { $0.done = true }),
                .batch([
                    BatchStep(.put(id(1), content("x"))), BatchStep(.delete(id(2))),
                    BatchStep(.put(id(2), content("again"))),
                ]), .undo(revision: 4), .deleteMatching(done), .undo(revision: 6),
            ]),
        Scenario(
            testDescription: "long descriptions, and no room for their history",
            actions: [
                .put(id(1), long("a")), .put(id(4), long("b")), .put(id(1), long("c")),
                .patch(id(1), .changing { $0.title = "x" }),
                .patch(id(4), .changing { $0.itemDescription = .clear }), .delete(id(1)),
            ], historyByteLimit: 1),
        Scenario(
            testDescription: "nothing that changes anything",
            actions: [.patch(id(1), ItemPatch()), .delete(id(9)), .add([], onConflict: .refuse)]),
    ]

    private static let done = {
        var filter = ItemFilter()
        filter.done = true
        return filter
    }()

    /// Content whose history alone needs a mark.
    private static func long(_ letter: String) -> ItemContent {
        ItemContent(title: "long", itemDescription: String(repeating: letter, count: 20_000))
    }

    /// Three items and a deleted one.
    fileprivate static let before: [ItemWrite.Action] = [
        .add(
            [NewItem(0, "zero"), NewItem(1, "one"), NewItem(2, "two"), NewItem(3, "three")],
            onConflict: .refuse), .delete(id(0)),
    ]

    /// Each step fails once, with a transaction for each write and with one for all.
    @Test(arguments: Fault.all, scenarios)
    func `leaves exactly the acknowledged writes, fails no others, and has no effect on the next`(
        fault: Fault, scenario: Scenario
    ) throws {
        let next = ItemWrite.Action.put(id(7), content("seven"))
        for isApart in [true, false] {
            let whole = try run(scenario, fault, isApart: isApart, failingAt: nil)
            #expect(whole.outcomes.allSatisfy { !$0.isOfStorage })
            var survived = 0

            for step in 0..<whole.steps {
                let world = try run(scenario, fault, isApart: isApart, failingAt: step)

                let hint: Comment = "step \(step), apart: \(isApart)"
                let isOpen = world.database.isInTransaction
                let replay = Replay(scenario, without: world.outcomes)
                #expect(try world.state == replay.state, hint)
                #expect(try world.commits.value == 2 || replay.state.revision == 2, hint)
                #expect(world.outcomes.filter { !$0.isOfStorage } == replay.outcomes, hint)
                #expect(!isOpen, hint)
                #expect(world.database.unfinishedStatement == nil, hint)
                let failures = world.outcomes.filter(\.isOfStorage)
                #expect(failures.allSatisfy { $0 == .failure(.storage(fault.failure)) }, hint)
                // A failure that ends is reported to no write of a batch, but one of BEGIN or
                // COMMIT to all.
                let counts = isApart ? [1] : [0, world.outcomes.count]
                #expect(counts.contains(failures.count), hint)
                if failures.isEmpty {
                    #expect(world.outcomes == whole.outcomes, hint)
                    survived += 1
                }

                #expect(world.write([next]) == [replay.write(next)], hint)
                #expect(try world.state == replay.state, hint)
                #expect(world.database.violations() == [], hint)
            }
            #expect(isApart || survived > 3 || whole.steps < 10)
        }
    }

    private func run(
        _ scenario: Scenario, _ fault: Fault, isApart: Bool, failingAt step: Int?
    ) throws -> FaultyWorld {
        let world = try FaultyWorld(
            fault, isApart: isApart, historyByteLimit: scenario.historyByteLimit)
        _ = world.write(Self.before)
        world.begin(failingAt: step)
        world.outcomes = world.write(scenario.actions)
        world.end()
        return world
    }
}

/// The double after the writes of a scenario at which storage did not fail.
private struct Replay {
    private static let owner = Owner(key: 1, epoch: "double")
    private let double = InMemoryItems(now: .constant(1_000))
    private(set) var outcomes: [Outcome] = []

    init(_ scenario: `A failure at any step of a batch`.Scenario, without failed: [Outcome]) {
        for action in `A failure at any step of a batch`.before { _ = write(action) }
        outcomes = zip(scenario.actions, failed).filter { !$1.isOfStorage }.map { write($0.0) }
    }

    func write(_ action: ItemWrite.Action) -> Outcome {
        double.perform(ItemWrite(owner: Self.owner, action: action))
    }

    var state: ItemState {
        get throws { try double.state(of: Self.owner) }
    }
}

/// A batch on a database whose session fails at a given step.
private final class FaultyWorld {
    let database: SQLiteConnection
    let commits = CommitCounter()
    var outcomes: [Outcome] = []
    /// The number of steps between `begin` and `end`.
    private(set) var steps = 0
    private let session: FaultySession
    private let batch: WriteBatch
    private let owner: Owner

    init(_ fault: Fault, isApart: Bool, historyByteLimit: Int) throws {
        database = try SQLiteConnection.migratedInMemory()
        owner = try database.localOwner()
        session = FaultySession(
            database, fault: fault.error, takesTransaction: fault.takesTransaction)
        batch = WriteBatch(
            session: session, clock: .constant(1_000), commits: commits,
            historyByteLimit: historyByteLimit,
            isApart: isApart)
    }

    func begin(failingAt step: Int?) {
        steps = session.steps
        session.stepsLeft = step
    }

    func end() {
        steps = session.steps - steps
        session.stepsLeft = nil
    }

    func write(_ actions: [ItemWrite.Action]) -> [Outcome] {
        batch.run(actions.map { ItemWrite(owner: owner, action: $0) })
    }

    var state: ItemState {
        get throws {
            let reader = SQLiteRepository(
                connect: { [database] in database }, commits: commits, clock: .constant(0),
                write: { _ in },
                makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })
            let state = try reader.state(of: owner)
            try reader.endRound()
            return state
        }
    }
}

extension Outcome {
    /// Whether storage failed; false if a rule refused the write.
    var isOfStorage: Bool {
        if case .failure(.storage) = self { return true }
        return false
    }
}
