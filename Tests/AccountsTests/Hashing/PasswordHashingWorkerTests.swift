import Accounts
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

/// A hasher that waits for its gate at each password and advances a manual clock.
private final class SlowHasher: Sendable {
    let time = ManualClock(0)
    private let gate = DispatchSemaphore(value: 0)
    private let entered = DispatchSemaphore(value: 0)
    private let seconds: Double

    /// Each password takes `seconds`.
    init(seconds: Double = 0) {
        self.seconds = seconds
    }

    var hasher: PasswordHasher {
        PasswordHasher(
            hash: { password throws(HashingFailure) in
                self.entered.signal()
                self.gate.wait()
                self.time.now += self.seconds
                return try PasswordHasher.plain.hash(password)
            },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
    }

    var now: @Sendable () -> UInt64 {
        { UInt64(self.time.now * 1_000_000_000) }
    }

    /// Waits until a password is being hashed.
    func waitUntilBusy() { entered.wait() }

    /// Allows the hashing of `count` passwords.
    func open(_ count: Int) {
        for _ in 0..<count { gate.signal() }
    }
}

/// The outcomes of jobs, in the order of their replies.
private final class Outcomes<Answer: Sendable>: Sendable {
    private let answers = Mutex<[Answer]>([])
    private let arrived = DispatchSemaphore(value: 0)

    var all: [Answer] { answers.withLock { $0 } }

    @Sendable func take(_ answer: Answer) {
        answers.withLock { $0.append(answer) }
        arrived.signal()
    }

    func wait(for count: Int) {
        for _ in 0..<count { arrived.wait() }
    }
}

private func nicenessOfThisThread() -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
}

private func password(_ text: String) throws -> Password { try #require(Password(text)) }

@Suite struct `A password hashing worker` {
    private typealias Hashes = Outcomes<Result<String, HashingRefusal>>
    private typealias Checks = Outcomes<Result<PasswordCheck, HashingRefusal>>

    @Test func `hashes one password after the other`() throws {
        let worker = PasswordHashingWorker(.plain, now: { 0 })
        let answers = Hashes()
        try worker.start()

        for text in ["a", "b", "c"] { worker.hash(try password(text), reply: answers.take) }
        answers.wait(for: 3)

        #expect(answers.all == ["plain:a", "plain:b", "plain:c"].map { .success($0) })
    }

    @Test(arguments: [
        ("right", "plain:right", PasswordCheck(isCorrect: true)),
        ("wrong", "plain:right", PasswordCheck(isCorrect: false)),
        ("right", "old:right", PasswordCheck(isCorrect: true, rehashed: .success("plain:right"))),
        ("wrong", "old:right", PasswordCheck(isCorrect: false)),
        ("right", nil, PasswordCheck(isCorrect: false)),
    ])
    func `verifies passwords, and rehashes weaker hashes`(
        text: String, stored: String?, check: PasswordCheck
    ) throws {
        let worker = PasswordHashingWorker(.plain, now: { 0 })
        let answers = Checks()
        try worker.start()

        worker.verify(try password(text), against: stored, reply: answers.take)
        answers.wait(for: 1)

        #expect(answers.all == [.success(check)])
    }

    /// Instead of verifying a stored hash, it computes a new one, which costs the same.
    // proves: separation-7
    @Test func `does the same work for unknown and known accounts`() throws {
        let log = CallLog()
        let hasher = PasswordHasher(
            hash: { _ throws(HashingFailure) in
                log.note("hash")
                return ""
            },
            matches: { _, _ throws(HashingFailure) in
                log.note("match")
                return false
            },
            isWeaker: { _ in true })
        let worker = PasswordHashingWorker(hasher, now: { 0 })
        let answers = Checks()
        try worker.start()

        worker.verify(try password("a"), against: "stored", reply: answers.take)
        worker.verify(try password("a"), against: nil, reply: answers.take)
        answers.wait(for: 2)

        #expect(log.all == ["match", "hash"])
        #expect(
            answers.all == [
                .success(PasswordCheck(isCorrect: false)),
                .success(PasswordCheck(isCorrect: false)),
            ])
    }

    // proves: limits-7
    @Test func `refuses jobs when its queue is full`() throws {
        let slow = SlowHasher()
        let worker = PasswordHashingWorker(slow.hasher, now: slow.now)
        let (answers, refusals) = (Hashes(), Hashes())
        try worker.start()
        worker.hash(try password("first"), reply: answers.take)
        slow.waitUntilBusy()

        for _ in 0..<32 { worker.hash(try password("next"), reply: answers.take) }
        worker.hash(try password("late"), reply: refusals.take)
        let refused = refusals.all
        slow.open(34)
        answers.wait(for: 33)
        worker.hash(try password("later"), reply: answers.take)
        answers.wait(for: 1)

        #expect(refused == [.failure(.overloaded(retryAfterSeconds: 1))])
        #expect(answers.all.count == 34)
        #expect(answers.all.last == .success("plain:later"))
    }

    // proves: limits-7
    @Test func `refuses jobs that would wait too long`() throws {
        let slow = SlowHasher(seconds: 2)
        let worker = PasswordHashingWorker(slow.hasher, now: slow.now)
        let (answers, refusals) = (Hashes(), Hashes())
        try worker.start()
        worker.hash(try password("first"), reply: answers.take)
        slow.open(1)
        answers.wait(for: 1)

        worker.hash(try password("a"), reply: answers.take)
        slow.waitUntilBusy()
        slow.waitUntilBusy()
        worker.hash(try password("b"), reply: answers.take)
        worker.hash(try password("c"), reply: answers.take)
        worker.hash(try password("d"), reply: refusals.take)
        let refused = refusals.all
        slow.open(3)
        answers.wait(for: 3)

        #expect(refused == [.failure(.overloaded(retryAfterSeconds: 7))])
        #expect(answers.all.count == 4)
    }

    @Test func `reports a failure of hashing`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: { _, stored throws(HashingFailure) in
                if stored == "bad" { throw .unavailable(errno: 5) }
                return true
            },
            isWeaker: { _ in true })
        let worker = PasswordHashingWorker(failing, now: { 0 })
        let (hashes, checks) = (Hashes(), Checks())
        try worker.start()

        worker.hash(try password("a"), reply: hashes.take)
        for stored in ["bad", "old", nil] {
            worker.verify(try password("a"), against: stored, reply: checks.take)
        }
        hashes.wait(for: 1)
        checks.wait(for: 3)

        #expect(hashes.all == [.failure(.failed(.noMemory))])
        #expect(
            checks.all == [
                .failure(.failed(.unavailable(errno: 5))),
                .success(PasswordCheck(isCorrect: true, rehashed: .failure(.noMemory))),
                .failure(.failed(.noMemory)),
            ])
    }

    @Test func `finishes waiting jobs when it ends`() throws {
        let slow = SlowHasher()
        let answers = Hashes()
        do {
            let worker = PasswordHashingWorker(slow.hasher, now: slow.now)
            try worker.start()
            for text in ["a", "b"] { worker.hash(try password(text), reply: answers.take) }
            slow.waitUntilBusy()
        }

        slow.open(2)
        answers.wait(for: 2)

        #expect(answers.all == [.success("plain:a"), .success("plain:b")])
    }

    // proves: limits-7
    @Test func `runs at a lower priority than all other threads of its process`() throws {
        let niceness = Outcomes<Int32>()
        let hasher = PasswordHasher(
            hash: { _ throws(HashingFailure) in
                niceness.take(nicenessOfThisThread())
                return ""
            },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let worker = PasswordHashingWorker(hasher, now: { 0 })
        let before = nicenessOfThisThread()
        try worker.start()

        worker.hash(try password("a")) { _ in }
        niceness.wait(for: 1)

        #expect(niceness.all == [max(before, 10)])
        #expect(nicenessOfThisThread() == before)
    }
}

/// A log that several threads append to.
private final class CallLog: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func note(_ text: String) { list.withLock { $0.append(text) } }
}
