import HTTP
import Items

/// State shared by a lane's live streams, so that a thousand cost little more than one.
///
/// An owner's revision is read once a round; a stream at that revision reads nothing. Most other
/// streams are at the previous revision: the first reads and encodes the changes, the rest copy its
/// bytes.
final class ChangeFeed {
    /// Recently encoded events, with the position they follow.
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

    /// A chunk ends with the change that reaches this size; one item can be 400 KB of JSON.
    private static let chunkBytes = 16_384
    private static let changesPerChunk = 128
    /// Limits of the cache: chunks, and the bytes of one.
    private static let maximumChunks = 8
    private static let largestCachedChunk = 32_768

    private var revisions: [Int: Int] = [:]
    private var chunks: [CachedChunk] = []
    private var oldest = 0
    private var data = ByteWriter(capacity: 1_024)

    /// The owner's revision in this round, once it was read.
    func revision(of owner: Owner) -> Int? { revisions[owner.key] }

    /// Notes the owner's revision of this round.
    func note(_ revision: Int, of owner: Owner) {
        revisions[owner.key] = revision
    }

    /// Drops the revisions at the end of a round.
    func endRound() {
        if !revisions.isEmpty { revisions.removeAll(keepingCapacity: true) }
    }

    /// Appends the events behind a position from the cache; nil if it has none up to a revision.
    func append(
        behind position: ChangePosition, of owner: Owner, at revision: Int,
        to body: inout ByteWriter
    ) -> ChangePage? {
        let cached = chunks.first {
            $0.owner == owner.key && $0.page.revision == revision && $0.from == position
        }
        guard let cached else { return nil }
        body.append(cached.events)
        return cached.page
    }

    /// The read of the events behind a position.
    func read(behind position: ChangePosition, of owner: Owner) -> ItemRead {
        .changes(owner, since: position, limit: Self.changesPerChunk)
    }

    /// Appends the next events of that read and returns the new position; nil if the position has
    /// expired or is in the future.
    func append(
        _ items: any ItemRows, behind position: ChangePosition, of owner: Owner,
        to body: inout ByteWriter
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
        let page = ChangePage(position: next, revision: revision)
        if body.count - start <= Self.largestCachedChunk {
            let events = body.span.extracting(start..<body.count)
            cache(CachedChunk(events, of: owner, from: position, page))
        }
        return page
    }

    private func cache(_ chunk: CachedChunk) {
        if chunks.count < Self.maximumChunks { return chunks.append(chunk) }
        chunks[oldest] = chunk
        oldest = (oldest + 1) % Self.maximumChunks
    }
}
