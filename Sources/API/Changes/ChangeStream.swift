import HTTP
import Items

/// A live stream of one owner's changes to one client.
///
/// It holds the client's position only: no transaction, no connection, no events.
final class ChangeStream: BodyStream {
    private let feed: ChangeFeed
    private let reads: StreamReads
    private let owner: Owner
    /// The client's position; nil if it cannot be served, which a `reset` event reports.
    private var position: ChangePosition?
    private var isNew = true
    /// Whether the client's token is still valid.
    private let isAllowed: () throws(StorageFailure) -> Bool

    init(
        _ feed: ChangeFeed, _ reads: StreamReads, of owner: Owner, from position: ChangePosition?,
        while isAllowed: @escaping () throws(StorageFailure) -> Bool
    ) {
        self.isAllowed = isAllowed
        self.feed = feed
        self.reads = reads
        self.owner = owner
        self.position = position
    }

    var isLive: Bool { true }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        reads.fill { () throws(StorageFailure) in
            guard try isAllowed() else { return .end }
            return try advance(&body)
        }
    }

    func heartbeat(_ body: inout ByteWriter) {
        body.append(":\n\n")
    }

    private func advance(_ body: inout ByteWriter) throws(StorageFailure) -> StreamStep {
        // A comment right after the head: some proxies hold back a response without content.
        if isNew { heartbeat(&body) }
        isNew = false
        let now = ChangePosition.after(revision: try feed.revision(of: owner))
        if position == now { return .wait }
        if let position, let next = try feed.append(behind: position, of: owner, to: &body) {
            self.position = next.position
            return next.hasMore ? .more : .wait
        }
        position = now
        var data = ByteWriter()
        // A browser discards an event without data (html.spec.whatwg.org, 9.2.6).
        data.append("{}")
        body.appendEvent(
            "reset", id: ChangeToken(epoch: owner.epoch, position: now), data: data)
        return .more
    }
}
