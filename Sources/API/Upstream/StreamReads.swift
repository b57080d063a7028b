import HTTP
import Items

/// The reads of one stream.
struct StreamReads {
    private let reads: LaneReads?
    private let handle: RequestHandle
    private let report: @Sendable (StorageFailure) -> Void

    /// The reads of the stream that answers a request; `reads` is nil for a repository that answers
    /// at once.
    init(
        _ reads: LaneReads?, of handle: RequestHandle,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.reads = reads
        self.handle = handle
        self.report = report
    }

    /// Makes the next part; a failure is reported, and ends the stream.
    func fill(_ next: () throws(StorageFailure) -> StreamStep) -> StreamStep {
        reads?.resume(handle)
        do throws(StorageFailure) {
            let step = try next()
            reads?.end(handle)
            return step
        } catch {
            if error == .pending, reads != nil { return .again }
            reads?.end(handle)
            report(error)
            return .failed
        }
    }
}
