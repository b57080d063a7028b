/// A request with an Idempotency-Key, which is performed only once however often it is sent.
package struct IdempotentRequest: Sendable {
    /// Seconds for which the record is stored.
    package static let lifetime = 86_400.0
    /// The limit for the stored contents of one owner, in bytes; the oldest contents are evicted.
    package static let byteLimit = 64 << 20

    package let key: IdempotencyKey
    /// A digest of the body: another body with the same key is refused.
    package let fingerprint: [UInt8]
    /// Makes the response that is sent now and replayed later.
    package let response: @Sendable (WriteOutcome) -> StoredResponse

    /// A request with its key and the digest of its body.
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
    /// Performs this write, unless the request was performed before; then the stored response is
    /// the outcome.
    ///
    /// Only successes are stored, in the transaction of the write. Records of the time `horizon`
    /// and before it have expired.
    package func perform(
        once request: IdempotentRequest?, in transaction: any ItemTransaction, now: Double,
        expiredBefore horizon: Double, timeZones: any TimeZoneDatabase
    ) throws(WriteFailure) -> WriteOutcome {
        guard let request else {
            return try perform(in: transaction, now: now, timeZones: timeZones)
        }
        if let outcome = try replay(request, in: transaction, expiredBefore: horizon) {
            return outcome
        }
        let outcome = try perform(in: transaction, now: now, timeZones: timeZones)
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
        guard let response = record.response else { throw .answerNotKept }
        return WriteOutcome(revision: revision, changed: false, result: .replayed(response))
    }
}
