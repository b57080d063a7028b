import Accounts
import Glibc
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport

/// A process on a database whose statements are recorded: a lane and the writer.
final class RecordedProcess {
    let log: StatementLog
    let repository: SettledRepository
    let batch: PostgresBatch
    private let world: PostgresWorld
    private let time: ManualClock
    private let nextCommit = NextCommit()
    private let pool: PostgresSnapshotPool

    init(
        on world: PostgresWorld, _ time: ManualClock, _ log: StatementLog, history: Int = .max,
        answers: Int = IdempotentRequest.byteLimit
    ) {
        self.world = world
        self.time = time
        self.log = log
        let batch = PostgresBatch(
            writer: PostgresUUID(high: 7, low: UInt64(history & 0xffff)), clock: time.clock,
            historyByteLimit: history, responseByteLimit: answers, pause: {}
        ) { [nextCommit] () throws(PostgresFailure) in
            RecordingSession(try world.connect(), log) { nextCommit.take() }
        }
        self.batch = batch
        pool = PostgresSnapshotPool(limit: 16) { [url = world.url] () throws(PostgresFailure) in
            RecordingSession(
                try PostgresConnection(url, PostgresDatabase.Options().requestConnection), log)
        }
        repository = SettledRepository(
            PostgresItemRepository(
                reader: Self.reader(world.url, log), snapshots: pool,
                revisions: RevisionCache(clock: time.clock), clock: time.clock
            ) { job in
                for outcome in batch.run([job], [], isEraseStep: false).items { job.reply(outcome) }
            })
    }

    deinit {
        pool.close()
    }

    private static func reader(_ url: String, _ log: StatementLog) -> PostgresReader {
        PostgresReader { () throws(PostgresFailure) in
            let options = PostgresDatabase.Options().laneConnection
            return RecordingPipeline(
                try PostgresConnection(url, options), probe: try PostgresConnection(url, options),
                log)
        }
    }

    /// Does one write.
    @discardableResult func write(
        _ action: ItemWrite.Action, of owner: Owner, once request: IdempotentRequest? = nil
    ) throws -> WriteOutcome {
        try batch.run(action, of: owner, once: request).get()
    }

    /// Does one change of accounts.
    @discardableResult func change(_ write: AccountWrite) throws -> AccountOutcome {
        let job = AccountJob(write: write) { _ in }
        return try batch.run([], [job], isEraseStep: false).accounts[0].get()
    }

    /// Does a write whose COMMIT is done and not answered.
    func writeLosingCommit(_ action: ItemWrite.Action, of owner: Owner) throws {
        nextCommit.isLost = true
        try write(action, of: owner)
    }

    /// Asks two questions of each kind in one round, as two requests do.
    func readTogether(
        _ owners: [Owner], _ ids: [ItemID], _ selectors: [TokenSelector]
    ) throws {
        let reader = Self.reader(world.url, log)
        let lane = PostgresItemRepository(
            reader: reader, snapshots: pool, revisions: RevisionCache(clock: time.clock),
            clock: time.clock
        ) { _ in }
        var questions = owners.flatMap { owner in
            [.revision(owner)] + ids.map { LaneQuestion.item($0, owner) }
        }
        questions += selectors.map { .token($0) }
        var left = Array(questions.enumerated())
        let poller = LanePoller()
        reader.begin(polledBy: poller.registration, at: 0)
        while !left.isEmpty {
            left = try left.filter { number, question in
                reader.resume(ReadRequestID(number: UInt64(number)))
                return try !question.isAnswered(by: lane)
            }
            reader.flush(at: 0)
            if !left.isEmpty { poller.wait() }
            reader.collect(at: 0) { _ in }
        }
    }
}

/// The calls of a request to its lane.
private enum LaneQuestion {
    case revision(Owner)
    case item(ItemID, Owner)
    case token(TokenSelector)

    func isAnswered(by lane: PostgresItemRepository) throws -> Bool {
        do {
            try ask(lane)
            return true
        } catch {
            guard error as? StorageFailure == .pending else { throw error }
            return false
        }
    }

    private func ask(_ lane: PostgresItemRepository) throws {
        switch self {
        case .revision(let owner): _ = try lane.revision(of: owner)
        case .item(let id, let owner): _ = try lane.item(id, of: owner)
        case .token(let selector): _ = try lane.token(selector)
        }
    }
}

/// Whether the answer to the next COMMIT is lost.
private final class NextCommit {
    var isLost = false

    func take() -> Bool {
        defer { isLost = false }
        return isLost
    }
}

/// Waits for one descriptor, and to be woken.
private final class LanePoller {
    private struct Pipe {
        let (output, input): (Int32, Int32)
    }

    private let pipe: Pipe
    private var watched: (descriptor: Int32, forWriting: Bool)?

    init() {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { fatalError("no pipe") }
        pipe = Pipe(output: ends[0], input: ends[1])
    }

    deinit {
        close(pipe.output)
        close(pipe.input)
    }

    var registration: PollRegistration {
        PollRegistration(
            watch: { [unowned self] descriptor, forWriting in
                watched = (descriptor, forWriting)
                return true
            }, unwatch: { [weak self] _ in self?.watched = nil },
            wake: { [input = pipe.input] in
                let byte: [UInt8] = [0]
                _ = unsafe Glibc.write(input, byte, 1)
            })
    }

    func wait() {
        var polled = [pollfd(fd: pipe.output, events: Int16(POLLIN), revents: 0)]
        if let watched {
            let events = watched.forWriting ? POLLIN | POLLOUT : POLLIN
            polled.append(pollfd(fd: watched.descriptor, events: Int16(events), revents: 0))
        }
        _ = unsafe poll(&polled, UInt(polled.count), -1)
        guard polled[0].revents != 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe read(pipe.output, &bytes, bytes.count)
    }
}
