import HTTP
import Items

/// What the live streams of one lane share, so that a thousand of them cost little more than one.
///
/// An owner's revision is read once in a round of the lane, and a stream that stands
/// there reads nothing. The others mostly stand where the revision stood before; the
/// first of them reads and encodes what came since, and the rest get the same bytes.
final class ChangeFeed {
    /// Events that were written a moment ago, and for whom they are the next.
    private final class CachedChunk {
        let owner: Int
        let from: ChangePosition
        let page: ChangePage
        let events: ByteWriter

        init(
            _ events: Span<UInt8>, of owner: Owner, from position: ChangePosition,
            _ page: ChangePage
        ) {
            self.owner = owner.key
            from = position
            self.page = page
            var copy = ByteWriter(capacity: events.count)
            copy.append(events)
            self.events = copy
        }
    }

    /// A part ends with the change that reaches its size: one item can be 400 KB of JSON.
    private static let chunkBytes = 16_384
    private static let changesPerChunk = 128
    /// What is kept: so many parts, none larger than this.
    private static let maximumChunks = 8
    private static let largestCachedChunk = 32_768

    let report: @Sendable (StorageFailure) -> Void
    private let items: any ItemRepository
    private var revisions: [Int: Int] = [:]
    private var chunks: [CachedChunk] = []
    private var oldest = 0
    private var data = ByteWriter(capacity: 1_024)

    init(_ items: any ItemRepository, report: @escaping @Sendable (StorageFailure) -> Void) {
        self.items = items
        self.report = report
    }

    /// The owner's revision, at least as late as when this round began.
    func revision(of owner: Owner) throws(StorageFailure) -> Int {
        if let revision = revisions[owner.key] { return revision }
        let revision = try items.revision(of: owner)
        revisions[owner.key] = revision
        return revision
    }

    /// Forgets the revisions, at the end of a round.
    func endRound() {
        if !revisions.isEmpty { revisions.removeAll(keepingCapacity: true) }
    }

    /// Appends the next events behind a position, and says where that leads; nil when the position
    /// cannot be served.
    func append(
        behind position: ChangePosition, of owner: Owner, to body: inout ByteWriter
    ) throws(StorageFailure) -> ChangePage? {
        let revision = try revision(of: owner)
        let cached = chunks.first {
            $0.owner == owner.key && $0.page.revision == revision && $0.from == position
        }
        if let cached {
            body.append(cached.events)
            return cached.page
        }
        let start = body.count
        guard let page = try read(behind: position, of: owner, to: &body) else { return nil }
        if body.count - start <= Self.largestCachedChunk {
            let events = body.span.extracting(start..<body.count)
            cache(CachedChunk(events, of: owner, from: position, page))
        }
        return page
    }

    private func read(
        behind position: ChangePosition, of owner: Owner, to body: inout ByteWriter
    ) throws(StorageFailure) -> ChangePage? {
        var revision = 0
        let start = body.count
        defer { data.removeAll(keeping: 65_536) }
        let next = try items.changes(
            of: owner, since: position, limit: Self.changesPerChunk,
            begin: { now in
                revision = now
                return true
            },
            { change, behind in
                guard body.count - start < Self.chunkBytes else { return false }
                data.appendJSON(change)
                let token = ChangeToken(epoch: owner.epoch, position: behind)
                body.appendEvent("change", id: token, data: data)
                data.removeAll()
                return true
            })
        guard let next else { return nil }
        revisions[owner.key] = revision
        return ChangePage(position: next, revision: revision)
    }

    private func cache(_ chunk: CachedChunk) {
        if chunks.count < Self.maximumChunks { return chunks.append(chunk) }
        chunks[oldest] = chunk
        oldest = (oldest + 1) % Self.maximumChunks
    }
}
