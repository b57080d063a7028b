import Accounts
import Items
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

private let hour = 3_600.0
private let day = 86_400.0
private let year = 365 * day

@Suite struct `A jump of the wall clock` {
    // proves: undo-3
    @Test(arguments: [-year, -hour, hour, 2 * day, year, 7_000 * year])
    func `that is corrected makes nothing expire and breaks nothing`(jump: Double) throws {
        let start = 1_800_000_000.0
        let (wall, steady) = (ManualClock(start), ManualClock(0))
        let world = try AccountDatabase(manualClock: wall, steady: steady.clock)
        let owner = try world.add("ada@example.org")
        let token = try world.addToken(1, of: owner, lasting: 30 * day)
        _ = world.write(.put(id(1), content("one")), of: owner, once: "key")
        _ = world.write(.put(id(2), content("two")), of: owner)
        _ = world.write(.delete(id(2)), of: owner)
        var number = 10 as UInt64
        /// Ten seconds of writes, which also repeat requests from before the jump.
        func live(_ offset: Double) throws {
            for _ in 0..<10 {
                number += 1
                steady.now = Double(number)
                wall.now = start + offset + Double(number)
                #expect(try world.write(.put(id(number), content("x")), of: owner).get().changed)
                _ = try world.addToken(number, of: owner, lasting: 30 * day)
                let again = world.write(.put(id(1), content("again")), of: owner, once: "key")
                #expect(try again.get().changed == false)
                #expect(world.write(.delete(id(2)), of: owner) == .failure(.gone(revision: 3)))
            }
        }

        try live(jump)
        try live(0)

        #expect(try world.database.integer("SELECT min(entry) FROM log") == 1)
        #expect(try world.database.integer("SELECT count(*) FROM items") == 21)
        #expect(try world.database.integer("SELECT count(*) FROM tokens") == 21)
        #expect(try world.repository.token(token.selector) == token)
        #expect(try world.write(.undo(revision: 3), of: owner).get().changed)
        #expect(world.database.violations() == [])
    }

    @Test func `that lasts makes data expire a day later`() throws {
        let (wall, steady) = (ManualClock(0), ManualClock(0))
        let world = try AccountDatabase(manualClock: wall, steady: steady.clock)
        let owner = try world.add("ada@example.org")
        _ = world.write(.put(id(1), content("one")), of: owner, once: "key")
        func put(_ number: UInt64, after passed: Double) throws -> Int? {
            steady.now = passed
            wall.now = year + passed
            _ = world.write(.put(id(number), content("x")), of: owner)
            return try world.database.integer("SELECT min(revision) FROM log")
        }

        let oldest = try [
            put(2, after: 0), put(3, after: day - 1), put(4, after: day), put(5, after: day + 1),
        ]

        #expect(oldest == [1, 1, 2, 2])
        #expect(try world.database.integer("SELECT count(*) FROM answers") == 0)
        #expect(
            try world.write(.put(id(1), content("1")), of: owner, once: "key").get().changed)
    }
}
