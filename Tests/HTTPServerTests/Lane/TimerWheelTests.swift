@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A timer wheel` {
    @Test func `is idle while it is empty`() {
        var wheel = TimerWheel(now: 1000)

        let fired = wheel.fired(at: 5000)

        #expect(wheel.next == nil)
        #expect(fired == [])
    }

    @Test func `fires once, in the requested second`() {
        var wheel = TimerWheel(now: 1000)
        let second = wheel.insert(descriptor: 7, generation: 3, second: 1010)

        let before = wheel.fired(at: 1009)
        let next = wheel.next
        let then = wheel.fired(at: 1010)
        let after = wheel.fired(at: 1011)

        #expect(second == 1010)
        #expect(before == [])
        #expect(next == 1010)
        #expect(then == [TimerWheel.Entry(descriptor: 7, generation: 3, second: 1010)])
        #expect(after == [])
        #expect(wheel.next == nil)
    }

    @Test func `fires what fell due since it was last read`() {
        var wheel = TimerWheel(now: 1000)
        for second in [1003, 1001, 1127, 1002, 1001] { wheel.insert(second) }

        let fired = wheel.fired(at: 1002)
        let rest = wheel.fired(at: 9999)

        #expect(fired.map(\.second) == [1001, 1001, 1002])
        #expect(rest.map(\.second) == [1003, 1127])
    }

    @Test(arguments: [
        (900, 1000), (1000, 1000), (1127, 1127), (1128, 1127), (Int.max / 2000, 1127),
    ])
    func `rounds to the nearest second within its horizon`(asked: Int, given: Int) {
        var wheel = TimerWheel(now: 1000)

        let second = wheel.insert(asked)

        #expect(second == given)
        #expect(wheel.next == given)
        #expect(wheel.fired(at: given).map(\.second) == [given])
    }

    @Test func `does not schedule in the past`() {
        var wheel = TimerWheel(now: 1000)
        _ = wheel.fired(at: 1000)

        let second = wheel.insert(1000)

        #expect(second == 1001)
        #expect(wheel.fired(at: 1000) == [])
        #expect(wheel.fired(at: 1001).map(\.second) == [1001])
    }

    @Test func `reaches a distant second by repeated insertion`() {
        var wheel = TimerWheel(now: 0)
        var seconds: [Int] = []

        var due = wheel.insert(500)
        while due < 500 {
            seconds += wheel.fired(at: due).map(\.second)
            due = wheel.insert(500)
        }
        seconds += wheel.fired(at: 500).map(\.second)

        #expect(seconds == [127, 255, 383, 500])
    }

    @Test func `reuses its slots`() {
        var wheel = TimerWheel(now: 0)

        for second in 0..<1000 {
            let due = wheel.insert(second + 100)
            #expect(due == second + 100)
            #expect(wheel.next == max(100, second))
            #expect(wheel.fired(at: second).map(\.second) == (second < 100 ? [] : [second]))
        }
    }

    @Test func `does not go back`() {
        var wheel = TimerWheel(now: 1000)
        _ = wheel.fired(at: 1050)
        wheel.insert(1060)

        let fired = wheel.fired(at: 1000)
        let past = wheel.insert(1005)

        #expect(fired == [])
        #expect(past == 1051)
        #expect(wheel.fired(at: 1060).map(\.second) == [1051, 1060])
    }

    @Test func `removes entries that do not match`() {
        var wheel = TimerWheel(now: 1000)
        for second in [1003, 1001, 1003, 1020] { wheel.insert(second) }
        let count = wheel.count

        wheel.keep { $0.second > 1002 }
        let (left, next) = (wheel.count, wheel.next)
        wheel.keep { _ in false }

        #expect(count == 4)
        #expect(left == 3)
        #expect(next == 1003)
        #expect(wheel.count == 0)
        #expect(wheel.next == nil)
        #expect(wheel.fired(at: 2000) == [])
    }

    @Test func `counts its entries`() {
        var wheel = TimerWheel(now: 1000)
        for second in [1001, 1003, 1003] { wheel.insert(second) }

        _ = wheel.fired(at: 1001)
        let left = wheel.count
        _ = wheel.fired(at: 1003)

        #expect(left == 2)
        #expect(wheel.count == 0)
    }

    @Test func `returns all entries of one second with their generations`() {
        var wheel = TimerWheel(now: 0)
        for descriptor in 0..<5 {
            _ = wheel.insert(
                descriptor: Int32(descriptor), generation: UInt32(descriptor * 2), second: 9)
        }

        let fired = wheel.fired(at: 9)

        #expect(fired.map(\.descriptor) == [0, 1, 2, 3, 4])
        #expect(fired.map(\.generation) == [0, 2, 4, 6, 8])
    }
}

@Suite struct `Closed connections` {
    @Test func `leave few timers and keep those of open connections`() throws {
        let world = try ServerWorld()
        let clients = try (0..<100).map { _ in try world.connect() }
        for client in clients { _ = try client.exchange(get("/")) }

        for _ in 0..<3_000 {
            let client = try world.connect()
            _ = try client.exchange(get("/"))
            client.reset()
        }
        try world.until { $0.open.count == 100 }
        let timers = try world.look { $0.deadlines.timerCount }
        try world.pass(76)
        try world.until { $0.open.isEmpty }

        #expect(timers <= 1_024)
        #expect(try clients.allSatisfy { try $0.ending().bytes.isEmpty })
    }
}

extension TimerWheel {
    /// The entries that are due at or before this second.
    fileprivate mutating func fired(at second: Int) -> [Entry] {
        var entries: [Entry] = []
        advance(to: second) { entries.append($0) }
        return entries
    }

    @discardableResult
    fileprivate mutating func insert(_ second: Int) -> Int {
        insert(descriptor: 1, generation: 1, second: second)
    }
}
