import TestSupport
import Testing

@testable import Storage

private let hour = 3_600.0
private let day = 86_400.0
private let year = 365 * day

@Suite struct `The time that decides what has expired` {
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
    func `follows a jump forwards when it has lasted for a day`(name: String, looks: [Look]) {
        let steady = ManualClock(0)
        let time = JumpTolerantClock(steady: steady.clock)

        let trusted = looks.map { look in
            steady.now = look.steady
            return time.trusted(look.wall)
        }

        #expect(trusted == looks.map(\.trusted), "\(name)")
    }
}
