package import Accounts
package import Items

/// A repository of remote reads for callers that may block, such as commands: each call blocks
/// until its rows have arrived.
package final class BlockingRepository {
    private let repository: any ItemRepository & AccountRepository & GeocodeCache
    private let reads: any RemoteReads
    private let poller: ReadPoller
    private var calls: UInt64 = 0

    /// A repository that reads and writes by `lane`, which no lane uses.
    package init(_ lane: PostgresItemRepository) {
        repository = lane
        reads = lane.reader
        poller = ReadPoller()
        reads.begin(polledBy: poller.registration, at: ReadPoller.now)
    }

    /// The value of a call, which is repeated until its rows have arrived.
    private func wait<Value>(
        for call: () throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        calls += 1
        let request = ReadRequestID(number: calls)
        defer { reads.forget(request) }
        while true {
            reads.resume(request)
            do throws(StorageFailure) {
                return try call()
            } catch {
                guard error == .pending else { throw error }
            }
            waitForRows(of: request)
        }
    }

    private func waitForRows(of request: ReadRequestID) {
        var isReady = false
        while !isReady {
            let now = ReadPoller.now
            reads.flush(at: now)
            poller.wait(milliseconds: reads.deadline.map { max(0, $0 - now) } ?? -1)
            reads.collect(at: ReadPoller.now) { isReady = isReady || $0 == request }
        }
    }

    /// A snapshot that blocks until its next rows have arrived.
    private final class Snapshot: ItemSnapshot {
        let snapshot: any ItemSnapshot
        private let owner: BlockingRepository
        private let request: ReadRequestID

        init(_ snapshot: any ItemSnapshot, _ owner: BlockingRepository) {
            self.snapshot = snapshot
            self.owner = owner
            request = ReadRequestID(number: owner.calls)
        }

        var revision: Int { snapshot.revision }
        var position: ListPosition? { snapshot.position }

        func next(
            _ limit: Int, _ body: (borrowing ItemRow) -> Bool
        ) throws(StorageFailure) -> Bool {
            while true {
                do throws(StorageFailure) {
                    return try snapshot.next(limit, body)
                } catch {
                    guard error == .pending else { throw error }
                }
                owner.waitForRows(of: request)
            }
        }
    }
}

extension BlockingRepository: ItemRepository {
    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try wait { () throws(StorageFailure) in try repository.revision(of: owner) }
    }

    package func knownRevision(of owner: Owner) throws(StorageFailure) -> Int {
        try wait { () throws(StorageFailure) in try repository.knownRevision(of: owner) }
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try wait { () throws(StorageFailure) in try repository.read(id, of: owner, body) }
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try wait { () throws(StorageFailure) in
            try repository.list(
                query, of: owner, after: position, limit: limit, begin: begin, body)
        }
    }

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try wait { () throws(StorageFailure) in
            try repository.changes(of: owner, since: position, limit: limit, begin: begin, body)
        }
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot {
        let snapshot = try wait { () throws(StorageFailure) in
            try repository.snapshot(query, of: owner, after: position, limit: limit)
        }
        return Snapshot(snapshot, self)
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        repository.submit(write, once: request, reply: reply)
    }

    package func endRound() throws(StorageFailure) {}
}

extension BlockingRepository: AccountRepository, GeocodeCache {
    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        try wait { () throws(StorageFailure) in try repository.account(of: owner) }
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        try wait { () throws(StorageFailure) in try repository.credentials(of: email) }
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        try wait { () throws(StorageFailure) in try repository.token(selector) }
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        try wait { () throws(StorageFailure) in try repository.tokens(of: owner) }
    }

    package func revocations() throws(StorageFailure) -> Int {
        try wait { () throws(StorageFailure) in try repository.revocations() }
    }

    package func cachedResult(
        for address: Address, now: Double
    ) throws(StorageFailure) -> GeocodeResult? {
        try wait { () throws(StorageFailure) in
            try repository.cachedResult(for: address, now: now)
        }
    }
}
