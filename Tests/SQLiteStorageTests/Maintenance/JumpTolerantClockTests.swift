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
    /// The wall clock, the monotonic clock, and the trusted time.
    typealias Look = (wall: Double, steady: Double, trusted: Double)

    // proves: undo-3
    @Test(
        arguments: [
            (
                "none, however much time passes",
                [(1_000, 0, 1_000), (1_000 + year, year, 1_000 + year)]
            ),
            ("a step of a minute", [(1_000, 0, 1_000), (1_070, 10, 1_070), (1_140, 20, 1_140)]),
            ("backwards", [(1_000, 0, 1_000), (-hour, 10, -hour), (-hour + 10, 20, -hour + 10)]),
            (
                "forwards",
                [(1_000, 0, 1_000), (year, 10, 1_010), (year + day, day + 9, day + 1_009)]
            ),
            (
                "forwards, for a day",
                [(0, 0, 0), (year, 10, 10), (year + day, day + 10, year + day)]
            ),
            ("forwards and back", [(0, 0, 0), (year, 10, 10), (20, 20, 20), (30, 30, 30)]),
            (
                "forwards and back, again and again",
                [(0, 0, 0), (year, 10, 10), (20, 20, 20), (year + day, day + 10, day + 10)]
            ),
            (
                "forwards, and further within the day",
                [(0, 0, 0), (hour, 10, 10), (year, day, day), (year + 20, day + 20, day + 20)]
            ),
            (
                "back, and later forwards to the truth",
                [
                    (year, 0, year), (0, 10, 0), (year + 20, 20, 10),
                    (year + day + 20, day + 20, year + day + 20),
                ]
            ),
        ] as [(String, [Look])])
    func `forwards is trusted when it has lasted for a day`(name: String, looks: [Look]) {
        let steady = ManualClock(0)
        var time = JumpTolerantClock(steady: steady.clock)

        let trusted = looks.map { look in
            steady.now = look.steady
            return time.trusted(look.wall)
        }

        #expect(trusted == looks.map(\.trusted), "\(name)")
    }

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
