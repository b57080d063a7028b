/// A request that is done once however often it is sent, by its Idempotency-Key.
package struct IdempotentRequest: Sendable {
    /// For how many seconds the answer is kept.
    package static let lifetime = 86_400.0
    /// How many bytes the contents of one owner's kept answers may come to; the oldest make room.
    package static let byteLimit = 64 << 20

    package let key: IdempotencyKey
    /// A digest of the body, which tells the same request from another one with its key.
    package let fingerprint: [UInt8]
    /// Makes of the outcome what is answered now, and whenever the request comes again.
    package let response: @Sendable (WriteOutcome) -> StoredResponse

    /// A request with a key.
    package init(
        key: IdempotencyKey, fingerprint: [UInt8],
        response: @escaping @Sendable (WriteOutcome) -> StoredResponse
    ) {
        self.key = key
        self.fingerprint = fingerprint
        self.response = response
    }
}

extension ItemWrite {
    /// Does this write, unless the request was done before; then its answer is the outcome.
    ///
    /// Only what succeeded is kept, and in the transaction that it is about.
    /// What was answered before the time `old`, or then, is forgotten.
    package func perform(
        once request: IdempotentRequest?, in transaction: any ItemTransaction, now: Double,
        expiredBefore horizon: Double
    ) throws(WriteFailure) -> WriteOutcome {
        guard let request else { return try perform(in: transaction, now: now) }
        if let outcome = try replay(request, in: transaction, expiredBefore: horizon) {
            return outcome
        }
        let outcome = try perform(in: transaction, now: now)
        let record = IdempotencyRecord(
            fingerprint: request.fingerprint, answeredAt: now, response: request.response(outcome))
        do throws(StorageFailure) {
            try transaction.store(record, for: request.key)
        } catch {
            throw .storage(error)
        }
        return outcome
    }

    private func replay(
        _ request: IdempotentRequest, in transaction: any ItemTransaction,
        expiredBefore horizon: Double
    ) throws(WriteFailure) -> WriteOutcome? {
        let revision = try transaction.requireRevision()
        let record: IdempotencyRecord?
        do throws(StorageFailure) {
            record = try transaction.record(for: request.key)
        } catch {
            throw .storage(error)
        }
        guard let record, record.answeredAt > horizon else { return nil }
        guard record.fingerprint == request.fingerprint else { throw .keyReused }
        guard let response = record.response else { throw .responseEvicted }
        return WriteOutcome(revision: revision, changed: false, result: .replayed(response))
    }
}
