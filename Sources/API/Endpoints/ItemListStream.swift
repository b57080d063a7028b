import HTTP
import Items

/// A list of items on its way to a client, in parts of a snapshot.
final class ItemListStream: BodyStream {
    /// A part ends with the item that reaches its size: one item can be 400 KB of JSON.
    private static let partBytes = 16_384
    private static let itemsInPart = 128

    private let snapshot: any ItemSnapshot
    private let report: @Sendable (StorageFailure) -> Void
    private var isFirst = true

    init(_ snapshot: any ItemSnapshot, report: @escaping @Sendable (StorageFailure) -> Void) {
        self.snapshot = snapshot
        self.report = report
    }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        do throws(StorageFailure) {
            let goesOn = try snapshot.next(Self.itemsInPart) { row in
                body.append(isFirst ? "[" : ",")
                isFirst = false
                body.appendJSON(row)
                return body.count < Self.partBytes
            }
            guard !goesOn else { return .more }
            body.append(isFirst ? "[]" : "]")
            return .end
        } catch {
            report(error)
            return .failed
        }
    }
}
