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
    let batch: WriteBatch
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
        let batch = WriteBatch(
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
            PostgresRepository(
                reader: Self.reader(world.url, log), snapshots: pool,
                revisions: RevisionCache(clock: time.clock), clock: time.clock
            ) { job in
                for outcome in batch.runAndMaintain([job], [], isMaintenance: false).items {
                    job.reply(outcome)
                }
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

    /// Executes one write.
    @discardableResult func write(
        _ action: ItemWrite.Action, of owner: Owner, once request: IdempotentRequest? = nil
    ) throws -> WriteOutcome {
        try batch.run(action, of: owner, once: request).get()
    }

    /// Executes one change of accounts.
    @discardableResult func change(_ write: AccountWrite) throws -> AccountOutcome {
        let job = AccountJob(write: write) { _ in }
        return try batch.runAndMaintain([], [job], isMaintenance: false).accounts[0].get()
    }

    /// Executes a write whose COMMIT is done but not answered.
    func writeLosingCommit(_ action: ItemWrite.Action, of owner: Owner) throws {
        nextCommit.isLost = true
        try write(action, of: owner)
    }

    /// Sends two reads of each kind in one round, as two requests do.
    func readTogether(
        _ owners: [Owner], _ ids: [ItemID], _ selectors: [TokenSelector]
    ) throws {
        let reader = Self.reader(world.url, log)
        let lane = PostgresRepository(
            reader: reader, snapshots: pool, revisions: RevisionCache(clock: time.clock),
            clock: time.clock
        ) { _ in }
        let poller = ReadPoller()
        lane.begin(polledBy: poller.registration, at: 0)
        var left = 0
        for owner in owners {
            for read in [.revision(owner)] + ids.map({ ItemRead.item($0, owner) }) {
                left += 1
                _ = lane.perform(read, { _ in left -= 1 }, later: { { _ in left -= 1 } })
            }
        }
        for selector in selectors {
            left += 1
            _ = lane.perform(
                .token(selector), { (_: any AccountRows) in left -= 1 },
                later: { { _ in left -= 1 } })
        }
        while left > 0 {
            try lane.endRound()
            poller.wait(milliseconds: -1)
            lane.advance(at: 0)
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
