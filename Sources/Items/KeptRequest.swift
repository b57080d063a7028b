/// A request that is done once however often it is sent, by its Idempotency-Key.
package struct KeptRequest: Sendable {
    /// For how many seconds the answer is kept.
    package static let lifetime = 86_400.0
    /// How many bytes the contents of one owner's kept answers may come to; the oldest make room.
    package static let room = 64 << 20

    package let key: RequestKey
    /// A digest of the body, which tells the same request from another one with its key.
    package let fingerprint: [UInt8]
    /// Makes of the outcome what is answered now, and whenever the request comes again.
    package let answer: @Sendable (WriteOutcome) -> KeptAnswer

    /// A request with a key.
    package init(
        key: RequestKey, fingerprint: [UInt8],
        answer: @escaping @Sendable (WriteOutcome) -> KeptAnswer
    ) {
        self.key = key
        self.fingerprint = fingerprint
        self.answer = answer
    }
}

extension ItemWrite {
    /// Does this write, unless the request was done before; then its answer is the outcome.
    ///
    /// Only what succeeded is kept, and in the transaction that it is about.
    /// What was answered before the time `old`, or then, is forgotten.
    package func perform(
        once request: KeptRequest?, in transaction: any ItemTransaction, now: Double,
        forgetting old: Double
    ) throws(WriteFailure) -> WriteOutcome {
        guard let request else { return try perform(in: transaction, now: now) }
        if let outcome = try replay(request, in: transaction, forgetting: old) { return outcome }
        let outcome = try perform(in: transaction, now: now)
        let record = KeptRecord(
            fingerprint: request.fingerprint, answeredAt: now, answer: request.answer(outcome))
        do throws(StorageFailure) {
            try transaction.keep(record, for: request.key)
        } catch {
            throw .storage(error)
        }
        return outcome
    }

    private func replay(
        _ request: KeptRequest, in transaction: any ItemTransaction, forgetting old: Double
    ) throws(WriteFailure) -> WriteOutcome? {
        let clock = try transaction.clockOfWriter()
        let record: KeptRecord?
        do throws(StorageFailure) {
            record = try transaction.record(for: request.key)
        } catch {
            throw .storage(error)
        }
        guard let record, record.answeredAt > old else { return nil }
        guard record.fingerprint == request.fingerprint else { throw .keyReused }
        guard let answer = record.answer else { throw .answerDropped }
        return WriteOutcome(clock: clock, changed: false, result: .replayed(answer))
    }
}
