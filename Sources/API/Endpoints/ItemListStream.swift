import HTTP
import Items

/// A list of items on its way to a client, in parts of a snapshot.
final class ItemListStream<Form: ListForm>: BodyStream {
    /// A part ends with the item that reaches its size: one item can be 400 KB of JSON.
    private static var partBytes: Int { 16_384 }
    private static var itemsInPart: Int { 128 }

    private let snapshot: any ItemSnapshot
    private let report: @Sendable (StorageFailure) -> Void
    private var form: Form

    init(
        _ snapshot: any ItemSnapshot, as form: Form,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.snapshot = snapshot
        self.form = form
        self.report = report
    }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        do throws(StorageFailure) {
            let goesOn = try snapshot.next(Self.itemsInPart) { row in
                form.add(row, to: &body)
                return body.count < Self.partBytes
            }
            guard !goesOn else { return .more }
            form.finish(&body)
            return .end
        } catch {
            report(error)
            return .failed
        }
    }
}
