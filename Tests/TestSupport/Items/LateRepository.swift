package import Accounts
package import Items

/// A repository whose rows come later, as with a database server. A read is sent at the end of its
/// round, and its reply runs when the lane advances.
package final class LateRepository {
    private let items: any ItemRepository & ItemRows
    private let accounts: (any AccountRows)?
    /// The reads of this round, and the sent reads.
    private var queued: [() -> Void] = []
    private var sent: [() -> Void] = []
    /// The number of reads so far.
    package private(set) var reads = 0

    /// A repository with these items and accounts.
    package init(
        _ items: any ItemRepository & ItemRows, _ accounts: (any AccountRows)? = nil
    ) {
        self.items = items
        self.accounts = accounts
    }

    fileprivate func send(_ reply: @escaping () -> Void) {
        reads += 1
        queued.append(reply)
    }
}

extension LateRepository: ItemRepository {
    package func perform<Outcome>(
        _ read: ItemRead, _ reply: (any ItemRows) -> Outcome,
        later: () -> (any ItemRows) -> Void
    ) -> Outcome? {
        let reply = later()
        send { [items] in reply(items) }
        return nil
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot {
        let snapshot = try items.snapshot(
            query, of: owner, after: position, limit: limit, resume: {})
        return LateSnapshot(snapshot) { [weak self] arrive in
            self?.send {
                arrive()
                resume()
            }
        }
    }

    package func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        items.history(request, reply: reply)
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        items.submit(write, once: request, reply: reply)
    }

    package func begin(polledBy registration: PollRegistration, at now: Int) {}

    package var deadline: Int? { nil }

    package func advance(at now: Int) {
        let ready = sent
        sent = []
        for reply in ready { reply() }
    }

    package func endRound(at now: Int) throws(StorageFailure) {
        sent += queued
        queued = []
        try items.endRound(at: now)
    }
}

extension LateRepository: AccountRepository {
    package func perform<Outcome>(
        _ read: AccountRead, _ reply: (any AccountRows) -> Outcome,
        later: () -> (any AccountRows) -> Void
    ) -> Outcome? {
        guard let accounts else { preconditionFailure("this world has no accounts") }
        let reply = later()
        send { reply(accounts) }
        return nil
    }
}

/// A snapshot that waits before each part.
private final class LateSnapshot: ItemSnapshot {
    private let snapshot: any ItemSnapshot
    /// Requests a part, and calls back when it arrives.
    private let send: (@escaping () -> Void) -> Void
    private var isSent = false
    private var isHere = false
    private var isOpen = false

    init(_ snapshot: any ItemSnapshot, send: @escaping (@escaping () -> Void) -> Void) {
        self.snapshot = snapshot
        self.send = send
    }

    var revision: Int? {
        get throws(StorageFailure) {
            isOpen = isOpen || isReady()
            return isOpen ? try snapshot.revision : nil
        }
    }

    var position: ListPosition? { snapshot.position }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> SnapshotStep {
        guard isReady() else { return .wait }
        (isSent, isHere) = (false, false)
        return try snapshot.next(limit, body)
    }

    private func isReady() -> Bool {
        if !isSent {
            isSent = true
            send { [weak self] in self?.isHere = true }
        }
        return isHere
    }
}
