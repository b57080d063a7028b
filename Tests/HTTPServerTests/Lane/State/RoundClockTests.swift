@testable import HTTPServer
import Testing

@Suite struct `A round's clock` {
    @Test func `returns each second once`() {
        var clock = RoundClock(now: 0)

        let seconds = [5_999, 6_000, 6_999, 7_000].map { clock.begin(now: $0 + 1, wall: $0) }

        #expect(seconds == [5, 6, nil, 7])
        #expect(clock.now == 7_001)
        #expect(clock.wall == 7_000)
    }

    @Test(arguments: [(99, 7_000), (100, 7_000), (1_099, 7_000), (1_100, 7_001)])
    func `converts a moment of the round to wall time`(moment: Int, time: Int) {
        var clock = RoundClock(now: 0)
        _ = clock.begin(now: 0, wall: 7_000)
        clock.setBegan(100)

        #expect(clock.wallTime(at: moment) == time)
    }

    @Test func `yields after a millisecond of work, and then after another`() {
        var clock = RoundClock(now: 0)

        let yields = [999, 1_000, 1_999, 2_000].map { clock.yields(at: $0) }

        #expect(yields == [false, true, false, true])
    }

    @Test(arguments: [(19, true), (20, false)])
    func `counts a wait of 20 microseconds as a pause`(microseconds: Int, yields: Bool) {
        var clock = RoundClock(now: 0)

        clock.waited(from: 900, to: 900 + microseconds)

        #expect(clock.yields(at: 1_000) == yields)
    }
}
