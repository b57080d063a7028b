import HTTP
import Items

/// A list of items, streamed from a snapshot in chunks.
final class ItemListStream<Encoding: ListEncoding>: BodyStream {
    /// A chunk ends with the item that reaches this size; one item can be 400 KB of JSON.
    private static var chunkBytes: Int { 16_384 }
    private static var itemsPerChunk: Int { 128 }

    private let snapshot: any ItemSnapshot
    private let reads: StreamReads
    private var encoding: Encoding

    init(_ snapshot: any ItemSnapshot, as encoding: Encoding, _ reads: StreamReads) {
        self.snapshot = snapshot
        self.encoding = encoding
        self.reads = reads
    }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        reads.fill { () throws(StorageFailure) in
            let goesOn = try snapshot.next(Self.itemsPerChunk) { row in
                encoding.add(row, to: &body)
                return body.count < Self.chunkBytes
            }
            guard !goesOn else { return .more }
            encoding.finish(&body)
            return .end
        }
    }
}
