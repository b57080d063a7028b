package import Items

/// A write in the writer's queue, and the closure that receives its outcome.
///
/// A class, because copies of a struct would retain each text in it.
package final class WriteJob: Sendable {
    /// An estimate of the bytes that the write holds while it is queued.
    let weight: Int
    /// Whether it was found to touch many items, and so is a batch by itself.
    package let isBulk: Bool
    package let write: ItemWrite
    /// The request, if it has an Idempotency-Key.
    package let request: IdempotentRequest?
    package let reply: @Sendable (Result<WriteOutcome, WriteFailure>) -> Void

    package init(
        write: ItemWrite, once request: IdempotentRequest? = nil, isBulk: Bool = false,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        weight = write.weight
        self.isBulk = isBulk
        self.write = write
        self.request = request
        self.reply = reply
    }

    package init(asBulk job: WriteJob) {
        weight = job.weight
        isBulk = true
        write = job.write
        request = job.request
        reply = job.reply
    }
}
