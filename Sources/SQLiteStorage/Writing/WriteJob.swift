package import Items

/// A write on its way through the writer, and where its outcome goes.
///
/// An object, since it is handed on often, and as a value would have each text in it counted anew.
package final class WriteJob: Sendable {
    /// About how many bytes the write holds on to while it waits.
    let weight: Int
    /// Whether it may touch any number of items.
    let isBulk: Bool
    package let write: ItemWrite
    /// The request it is, if that has a key.
    package let request: IdempotentRequest?
    package let reply: @Sendable (Result<WriteOutcome, WriteFailure>) -> Void

    /// A write that nobody has done yet.
    package init(
        write: ItemWrite, once request: IdempotentRequest? = nil,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        weight = write.weight
        isBulk = write.isBulk
        self.write = write
        self.request = request
        self.reply = reply
    }
}
