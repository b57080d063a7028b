import Accounts
import TestSupport
import Testing

private let second: UInt64 = 1_000_000_000

@Suite struct `A rate` {
    @Test(arguments: [
        ("10/m", Rate(10, per: 60)), ("2000/s", Rate(2_000, per: 1)), ("1/d", Rate(1, per: 86_400)),
        ("1000000/h", Rate(1_000_000, per: 3_600)), ("010/m", Rate(10, per: 60)), ("off", nil),
    ])
    func `is read from the operator's notation`(text: String, rate: Rate?) throws {
        #expect(try Rate.read(text) == rate)
    }

    @Test(arguments: [
        "", "10", "/m", "10/", "10/x", "0/m", "-1/m", "+1/m", "1000001/s", "1.5/s", "10/m/m",
        "10 /m",
        "10/ m", "10/M", "OFF", "off ", "99999999999999999999/s", "١/m",
    ])
    func `in another notation is refused`(text: String) {
        #expect(throws: MalformedRate()) { try Rate.read(text) }
    }

    @Test(arguments: ["10/m", "2000/s", "7/h", "1/d"])
    func `is written as it is read`(text: String) throws {
        #expect(try Rate.read(text)?.description == text)
    }
}

/// A bucket in an object, because a bucket cannot be copied.
private final class SharedBucket: Sendable {
    private let bucket = RateBucket()

    func take(_ rate: Rate, now: UInt64) -> RateDecision { bucket.take(rate, now: now) }
}

@Suite struct `A rate bucket` {
    private let bucket = SharedBucket()
    private let rate = Rate(3, per: 60)

    @Test func `allows a whole window at once, and then returns when more is allowed`() {
        let answers = (0..<5).map { _ in bucket.take(rate, now: 100 * second) }

        #expect(
            answers == [
                .allowed, .allowed, .allowed, .refused(retryAfterSeconds: 20),
                .refused(retryAfterSeconds: 20),
            ])
    }

    // proves: limits-3
    @Test func `refills evenly`() {
        for _ in 0..<3 { _ = bucket.take(rate, now: 100 * second) }

        let tooEarly = bucket.take(rate, now: 120 * second - 1)
        let one = bucket.take(rate, now: 120 * second)
        let two = bucket.take(rate, now: 120 * second)
        let full = (0..<4).map { _ in bucket.take(rate, now: 1_000 * second) }

        #expect(tooEarly == .refused(retryAfterSeconds: 1))
        #expect(one == .allowed)
        #expect(two == .refused(retryAfterSeconds: 20))
        #expect(full == [.allowed, .allowed, .allowed, .refused(retryAfterSeconds: 20)])
    }

    // proves: limits-3
    @Test(arguments: [1, 3, 7, 600, 2_000, 999_983, 1_000_000])
    func `allows exactly its count in a window`(count: Int) {
        let rate = Rate(count, per: 60)
        var given = 0

        for _ in 0..<count + 10 {
            if case .allowed = bucket.take(rate, now: second) { given += 1 }
        }

        #expect(given == count)
    }

    @Test func `refuses for at most one interval when its clock goes back`() {
        for _ in 0..<3 { _ = bucket.take(rate, now: 1_000_000 * second) }

        let back = bucket.take(rate, now: 10 * second)

        #expect(back == .refused(retryAfterSeconds: 20))
    }

    @Test func `is shared by all threads`() async {
        let rate = Rate(1_000, per: 3_600)
        let bucket = bucket

        let given = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).count { _ in
                        if case .allowed = bucket.take(rate, now: second) { true } else { false }
                    }
                }
            }
            return await group.reduce(0, +)
        }

        #expect(given == 1_000)
    }

    @Test func `does not allocate`() {
        let count = allocations { _ = bucket.take(rate, now: second) }

        #expect(count == 0)
    }
}

@Suite struct `A rate limiter` {
    @Test func `has a bucket for each key`() {
        let limiter = RateLimiter<String>(Rate(1, per: 60)) { 100 * second }

        let answers = ["a", "b", "a", "b"].map(limiter.take)

        #expect(
            answers == [
                .allowed, .allowed,
                .refused(retryAfterSeconds: 60), .refused(retryAfterSeconds: 60),
            ])
    }

    @Test func `allows more after time has passed`() {
        let time = ManualClock(100)
        let limiter = RateLimiter<String>(Rate(1, per: 60)) { UInt64(time.now) * second }

        _ = limiter.take("a")
        time.now += 59
        let early = limiter.take("a")
        time.now += 1
        let late = limiter.take("a")

        #expect(early == .refused(retryAfterSeconds: 1))
        #expect(late == .allowed)
    }

    // proves: limits-3
    @Test func `stores a limited number of keys, the most recent ones`() {
        let limiter = RateLimiter<Int>(Rate(1, per: 60), capacity: 100) { second }

        for key in 0..<10_000 { _ = limiter.take(key) }
        let late = (9_950..<10_000).map(limiter.take)
        let first = limiter.take(0)

        #expect(limiter.count <= 100)
        #expect(late.allSatisfy { $0 == .refused(retryAfterSeconds: 60) })
        #expect(first == .allowed)
    }

    // proves: limits-3
    @Test func `keeps a key that is used repeatedly`() {
        let limiter = RateLimiter<Int>(Rate(1, per: 60), capacity: 100) { second }

        _ = limiter.take(-1)
        let answers = (0..<10_000).map { key in
            _ = limiter.take(key)
            return key % 40 == 0 ? limiter.take(-1) : .refused(retryAfterSeconds: 60)
        }

        #expect(answers.allSatisfy { $0 == .refused(retryAfterSeconds: 60) })
    }
}
