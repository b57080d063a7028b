package import Items
package import Storage

extension WriteJob {
    /// A job that is a bulk write if it has a filter, as it is once a shared batch has refused it.
    package convenience init(
        apart write: ItemWrite, once request: IdempotentRequest? = nil,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        self.init(write: write, once: request, isBulk: write.hasFilter, reply: reply)
    }
}

extension ItemWrite {
    /// Whether it is a write to all items that match.
    package var hasFilter: Bool {
        switch action {
        case .patchMatching, .deleteMatching: true
        case .add, .put, .patch, .delete, .undo, .restore, .batch, .importItems: false
        }
    }
}
