import Items
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The sequence of an item` {
    @Test func `follows those that another writer has used`() throws {
        let world = try BatchWorld()
        let second = WriteBatch(
            session: world.database, clock: .constant(0), commits: CommitCounter())
        for number in stride(from: 1, to: 20 as UInt64, by: 2) {
            _ = world.run(.put(id(number), content("x")))
            _ = second.run([
                ItemWrite(owner: world.owner, action: .put(id(number + 1), content("x")))
            ])
        }

        #expect(try world.sequences == Array(1...20))
        #expect(world.database.violations() == [])
    }

    @Test func `is not used up by a request that was rolled back`() throws {
        let world = try BatchWorld()

        let outcomes = world.run(
            .put(id(1), content("one")),
            .batch([
                BatchStep(.put(id(2), content("two"))), BatchStep(.put(id(3), content("three"))),
                BatchStep(.delete(id(9))),
            ]),
            .put(id(4), content("four")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(try world.sequences == [1, 2])
        #expect(try world.database.integer("SELECT last_sequence FROM owners") == 2)
        #expect(world.database.violations() == [])
    }

    @Test func `ends at 2^31 - 1`() throws {
        let world = try BatchWorld()
        try world.database.execute("UPDATE owners SET last_sequence = 2147483646")

        let outcomes = world.run(
            .put(id(1), content("last", done: true)), .put(id(2), content("one too many")),
            .put(id(1), content("changed")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(
            outcomes[1] == .failure(.storage(.unexpected("an owner has no sequences left"))))
        #expect(try world.sequences == [2_147_483_647])
        #expect(try world.titles == ["changed"])
        #expect(world.database.violations() == [])
    }

    @Test(arguments: 0...60 as ClosedRange<Int>)
    func `is not used up by a batch that failed`(step: Int) throws {
        let (world, session) = try BatchWorld.failing(takesTransaction: true)
        session.stepsLeft = step
        let failed = world.run(.add([NewItem(1, "x"), NewItem(2, "x")], onConflict: .refuse))
        session.stepsLeft = nil

        let outcome = world.run(.put(id(3), content("x")))[0]

        #expect((try? outcome.get()) != nil)
        #expect(try world.sequences == (failed[0].isOfStorage ? [1] : [1, 2, 3]))
        #expect(world.database.violations() == [])
    }
}
