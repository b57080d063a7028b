package import Accounts
package import Items
package import PostgresStorage

/// A PostgreSQL repository whose calls wait for their rows, on the calling thread.
package final class SettledRepository {
    private let lane: PostgresRepository
    private let poller = ReadPoller()

    /// A repository that uses the repository of a lane that does not run.
    package init(_ lane: PostgresRepository) {
        self.lane = lane
        lane.begin(polledBy: poller.registration, at: ReadPoller.now)
    }

    private func settle<Value>(
        _ read: ItemRead, _ value: (any ItemRows) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        let found = Box<any ItemRows>()
        if let reads = lane.perform(read, { $0 }, later: { { found.value = $0 } }) {
            return try value(reads)
        }
        return try value(wait(for: found))
    }

    private func settle<Value>(
        _ read: AccountRead, _ value: (any AccountRows) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        let found = Box<any AccountRows>()
        if let reads = lane.perform(read, { $0 }, later: { { found.value = $0 } }) {
            return try value(reads)
        }
        return try value(wait(for: found))
    }

    private func wait<Reads>(for found: Box<Reads>) throws(StorageFailure) -> Reads {
        while true {
            try round(at: ReadPoller.now)
            if let reads = found.value { return reads }
        }
    }

    private func round(at now: Int) throws(StorageFailure) {
        try lane.endRound(at: now)
        poller.wait(milliseconds: lane.deadline.map { max(0, $0 - now) } ?? -1)
        lane.advance(at: ReadPoller.now)
    }

    /// A value that arrives later.
    private final class Box<Value> {
        var value: Value?
    }

    /// A snapshot that waits for its rows.
    private final class Snapshot: ItemSnapshot {
        let snapshot: any ItemSnapshot
        private let poller: ReadPoller

        init(_ snapshot: any ItemSnapshot, _ poller: ReadPoller) {
            self.snapshot = snapshot
            self.poller = poller
        }

        var revision: Int? {
            get throws(StorageFailure) {
                while true {
                    if let revision = try snapshot.revision { return revision }
                    poller.wait(milliseconds: -1)
                }
            }
        }

        var position: ListPosition? { snapshot.position }

        func next(
            _ limit: Int, _ body: (borrowing ItemRow) -> Bool
        ) throws(StorageFailure) -> SnapshotStep {
            while true {
                let step = try snapshot.next(limit, body)
                guard step == .wait else { return step }
                poller.wait(milliseconds: -1)
            }
        }
    }
}

extension SettledRepository: ItemRepository, ItemRows {
    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try settle(.revision(owner)) { items throws(StorageFailure) in
            try items.revision(of: owner)
        }
    }

    /// The revision that the process knows.
    package func knownRevision(of owner: Owner) throws(StorageFailure) -> Int {
        try settle(.knownRevision(owner)) { items throws(StorageFailure) in
            try items.revision(of: owner)
        }
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try settle(.item(id, owner)) { items throws(StorageFailure) in
            try items.read(id, of: owner, body)
        }
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try settle(.list(query, owner, after: position, limit: limit)) {
            items throws(StorageFailure) in
            try items.list(
                query, of: owner, after: position, limit: limit, begin: begin, body)
        }
    }

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try settle(.changes(owner, since: position, limit: limit)) {
            items throws(StorageFailure) in
            try items.changes(of: owner, since: position, limit: limit, begin: begin, body)
        }
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot {
        let snapshot = try lane.snapshot(
            query, of: owner, after: position, limit: limit, resume: poller.registration.wake)
        let settled = Snapshot(snapshot, poller)
        // Reading the revision fixes the snapshot's moment when it is opened.
        _ = try settled.revision
        return settled
    }

    package func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        lane.history(request, reply: reply)
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        lane.submit(write, once: request, reply: reply)
    }

    package func endRound(at now: Int) throws(StorageFailure) {}
}

extension SettledRepository: AccountRepository, AccountRows {
    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        try settle(.account(owner)) { accounts throws(StorageFailure) in
            try accounts.account(of: owner)
        }
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        try settle(.credentials(email)) { accounts throws(StorageFailure) in
            try accounts.credentials(of: email)
        }
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        try settle(.token(selector)) { accounts throws(StorageFailure) in
            try accounts.token(selector)
        }
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        try settle(.tokens(owner)) { accounts throws(StorageFailure) in
            try accounts.tokens(of: owner)
        }
    }

    package func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription] {
        try settle(.subscriptions(owner)) { accounts throws(StorageFailure) in
            try accounts.subscriptions(of: owner)
        }
    }

    package func revocations() throws(StorageFailure) -> Int {
        try settle(.revocations) { accounts throws(StorageFailure) in
            try accounts.revocations()
        }
    }
}

extension SettledRepository: GeocodeCache, GeocodeRows {
    package func cachedResult(
        for address: Address, now: Double
    ) throws(StorageFailure) -> GeocodeResult? {
        let found = Box<any GeocodeRows>()
        if let reads = lane.perform(address, { $0 }, later: { { found.value = $0 } }) {
            return try reads.cachedResult(for: address, now: now)
        }
        return try wait(for: found).cachedResult(for: address, now: now)
    }
}

extension PostgresDatabase {
    /// A repository whose calls wait for their rows.
    package func repository() -> SettledRepository {
        SettledRepository(laneRepository())
    }
}
