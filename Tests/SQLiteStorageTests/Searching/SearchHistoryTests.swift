import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

/// Histories that a seed decides, of two owners, failures and restarts.
@Suite struct `A search` {
    private static let words = ["milk", "tea", "bread", "salt"]

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `finds every item at any time, whatever was written, undone, failed or begun again`(
        seed: UInt64
    ) throws {
        var dice = SplitMix64(seed: seed)
        var faulty: FaultySession?
        let world = try SearchWorld(run: Int.random(in: 1...12, using: &dice)) { database in
            let session = FaultySession(
                database, fault: DatabaseError(code: 13, message: "disk full"),
                takesTransaction: seed % 3 == 0)
            faulty = session
            return session
        }
        let owners = [world.owner, try world.session.addOwner(2)]
        var seen = (rows: 0, failures: 0, undone: 0, renewals: 0)

        for turn in 1...100 {
            if Int.random(in: 0..<20, using: &dice) == 0 { try world.restart() }
            if Int.random(in: 0..<10, using: &dice) == 0 {
                try world.session.execute("UPDATE owners SET stale = 1000 WHERE last_run > 0")
            }
            if Int.random(in: 0..<3, using: &dice) == 0 { world.takeLateTurn() }
            let isFailing = Int.random(in: 0..<4, using: &dice) == 0
            faulty?.stepsLeft = isFailing ? Int.random(in: 0..<120, using: &dice) : nil
            let writes = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
                Self.write(of: owners, &dice)
            }
            let outcomes = world.write(writes)
            if isFailing, faulty?.stepsLeft == nil { seen.failures += 1 }
            faulty?.stepsLeft = nil

            seen.rows += try world.count("unsearchable") ?? 0
            seen.renewals += try world.count("renewals") ?? 0
            for (write, outcome) in zip(writes, outcomes) {
                if case (.undo, .success) = (write.action, outcome) { seen.undone += 1 }
            }
            for owner in owners {
                for word in Self.words {
                    let there = try world.session.integer(
                        """
                        SELECT count(*) FROM items WHERE owner = \(owner.key) \
                        AND instr(title, '\(word)')
                        """)
                    #expect(try world.find(word, of: owner) == there)
                }
            }
            if turn % 10 == 0 { #expect(world.session.breaches() == []) }
        }

        #expect(seen.rows > 10)
        #expect(seen.failures > 2)
        #expect(seen.undone > 2)
        #expect(seen.renewals > 5)
        let made = try world.session.integer("SELECT sum(last_run) FROM owners") ?? 0
        let left = try world.session.rows("SELECT DISTINCT owner, run FROM trigrams", columns: 2)
        #expect(made > 5)
        #expect(made - left.count > 2)
    }

    @Test func `asks for no runs when everything was deleted`() throws {
        let world = try SearchWorld(run: 4)
        for number in 1...9 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("milk")))
        }
        let before = try world.count("trigrams")

        world.write(.deleteAll)
        _ = world.takeTurns()
        let after = try world.count("trigrams")
        world.write(.undo(revision: 10))

        #expect([before, after] == [4, 0])
        #expect(try world.find("milk") == 9)
        #expect(world.session.breaches() == [])
    }

    private static func write(of owners: [Owner], _ dice: inout SplitMix64) -> ItemWrite {
        let owner = owners[Int.random(in: 0..<2, using: &dice)]
        let number = UInt64.random(in: 1...30, using: &dice)
        let title = (0..<2).map { _ in words[Int.random(in: 0..<4, using: &dice)] }
            .joined(separator: " ")
        let action: ItemWrite.Action =
            switch Int.random(in: 0..<40, using: &dice) {
            case 0: .deleteAll
            case 1..<9: .put(id(number), content(title))
            case 9..<14: .patch(id(number), .changing { $0.title = title })
            case 14..<17: .patch(id(number), .changing { $0.done = number % 2 == 0 })
            case 17..<23: .delete(id(number))
            case 23..<30: .undo(revision: Int.random(in: 1...40, using: &dice))
            default:
                .add((number..<number + 4).map { NewItem($0, title) }, onConflict: .skip)
            }
        return ItemWrite(owner: owner, action: action)
    }
}
