package import Accounts
package import Items

/// A repository with pending rows: each query of a request is answered at the n-th call, and the
/// lane flushes and collects between the calls.
package final class PendingRepository {
    /// How often the rows of a query are pending; `TOODOO_PENDING_READS` sets the default of all
    /// worlds.
    package static let times =
        numberFromEnvironment("TOODOO_PENDING_READS").flatMap { Int(exactly: $0) } ?? 0

    private let items: any ItemRepository
    private let accounts: (any AccountRepository)?
    private let times: Int
    private var ticket: ReadRequestID?
    private var asked: [ReadRequestID: [String: Int]] = [:]
    private var noted: Set<ReadRequestID> = []
    private var sent: Set<ReadRequestID> = []
    /// How many reads were refused because their rows were not there.
    package private(set) var refusals = 0

    /// A repository with these items and accounts.
    package init(
        _ items: any ItemRepository, _ accounts: (any AccountRepository)? = nil, times: Int
    ) {
        self.items = items
        self.accounts = accounts
        self.times = times
    }

    /// The number of requests whose rows are kept.
    package var kept: Int { asked.count }

    private func ask(_ question: String) throws(StorageFailure) {
        guard let ticket else { throw .unexpected("a read that is no request's: \(question)") }
        let count = asked[ticket, default: [:]][question, default: 0]
        guard count < times else { return }
        asked[ticket, default: [:]][question] = count + 1
        noted.insert(ticket)
        refusals += 1
        throw .pending
    }

    private func required() throws(StorageFailure) -> any AccountRepository {
        guard let accounts else { throw .unexpected("there are no accounts") }
        return accounts
    }
}

extension PendingRepository: RemoteReads {
    package func begin(polledBy registration: PollRegistration, at now: Int) {}

    package var deadline: Int? { nil }

    package func collect(at now: Int, _ body: (ReadRequestID) -> Void) {
        let ready = sent
        sent = []
        for ticket in ready { body(ticket) }
    }

    package func flush(at now: Int) {
        sent.formUnion(noted)
        noted = []
    }

    package func resume(_ ticket: ReadRequestID) {
        self.ticket = ticket
    }

    package func forget(_ ticket: ReadRequestID) {
        asked[ticket] = nil
        noted.remove(ticket)
        sent.remove(ticket)
        if ticket == self.ticket { self.ticket = nil }
    }
}

extension PendingRepository: ItemRepository {
    package var remoteReads: (any RemoteReads)? { self }

    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try ask("revision \(owner.key)")
        return try items.revision(of: owner)
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try ask("item \(owner.key) \(id)")
        return try items.read(id, of: owner, body)
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try ask("list \(owner.key) \(limit)")
        return try items.list(
            query, of: owner, after: position, limit: limit, begin: begin, body)
    }

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try ask("changes \(owner.key) \(String(describing: position)) \(limit)")
        return try items.changes(of: owner, since: position, limit: limit, begin: begin, body)
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot {
        try ask("snapshot \(owner.key)")
        guard let ticket else { throw .unexpected("a snapshot that is no request's") }
        let snapshot = try items.snapshot(query, of: owner, after: position, limit: limit)
        return PendingSnapshot(snapshot, times: times) { [weak self] in
            self?.noted.insert(ticket)
        }
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        items.submit(write, once: request, reply: reply)
    }

    package func endRound() throws(StorageFailure) {
        try items.endRound()
    }
}

extension PendingRepository: AccountRepository {
    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        try ask("account \(owner.key)")
        return try required().account(of: owner)
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        try ask("credentials \(email)")
        return try required().credentials(of: email)
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        try ask("token \(selector)")
        return try required().token(selector)
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        try ask("tokens \(owner.key)")
        return try required().tokens(of: owner)
    }

    package func revocations() throws(StorageFailure) -> Int {
        try ask("revocations")
        return try required().revocations()
    }
}

/// A snapshot each part of which is not there at first.
private final class PendingSnapshot: ItemSnapshot {
    private let snapshot: any ItemSnapshot
    private let times: Int
    private let note: () -> Void
    private var asked = 0

    init(_ snapshot: any ItemSnapshot, times: Int, note: @escaping () -> Void) {
        self.snapshot = snapshot
        self.times = times
        self.note = note
    }

    var revision: Int { snapshot.revision }
    var position: ListPosition? { snapshot.position }

    func next(_ limit: Int, _ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) -> Bool {
        guard asked >= times else {
            asked += 1
            note()
            throw .pending
        }
        asked = 0
        return try snapshot.next(limit, body)
    }
}
