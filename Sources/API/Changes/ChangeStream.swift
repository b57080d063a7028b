import HTTP
import Items

/// The changes of one owner on their way to one client, now and for as long as it listens.
///
/// It keeps where the client stands, and nothing else: no transaction, no connection, no events.
final class ChangeStream: BodyStream {
    private let feed: ChangeFeed
    private let owner: Owner
    /// Where the client stands; nil when that cannot be served, and the client is to be told.
    private var position: ChangePosition?
    private var isNew = true
    /// Whether the client may still be told: its token may have been revoked, or have expired.
    private let isAllowed: () throws(StorageFailure) -> Bool

    init(
        _ feed: ChangeFeed, of owner: Owner, from position: ChangePosition?,
        while isAllowed: @escaping () throws(StorageFailure) -> Bool
    ) {
        self.isAllowed = isAllowed
        self.feed = feed
        self.owner = owner
        self.position = position
    }

    var isLive: Bool { true }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        do throws(StorageFailure) {
            guard try isAllowed() else { return .end }
            return try advance(&body)
        } catch {
            feed.report(error)
            return .failed
        }
    }

    func heartbeat(_ body: inout ByteWriter) {
        body.append(":\n\n")
    }

    private func advance(_ body: inout ByteWriter) throws(StorageFailure) -> StreamStep {
        // Something to show at once, also when nothing has changed: proxies hold back a bare head.
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
        // An event without data is none (html.spec.whatwg.org, 9.2.6).
        data.append("{}")
        body.appendEvent(
            "reset", id: ChangeToken(epoch: owner.epoch, position: now), data: data)
        return .more
    }
}
