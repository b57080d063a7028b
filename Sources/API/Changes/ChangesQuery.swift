import HTTP
import Items

/// What `GET /items/changes` is asked for.
struct ChangesQuery {
    /// The parameters it knows.
    enum Name: String, CaseIterable {
        case since
        case limit
    }

    /// What the client has seen; nothing when it is absent.
    private(set) var since: ChangeToken.Reading?
    /// The changes of a page.
    private(set) var limit: Int?

    init(_ request: borrowing Request, epoch: String) throws(Problem) {
        var since: ChangeToken.Reading?
        var limit: Int?
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            switch name {
            case .since:
                since = ChangeToken.read(value, epoch: epoch)
                guard since != nil else {
                    throw .badParameter("since", expected: "a token that the changes came with")
                }
            case .limit:
                limit = try value.pageLimit()
            }
        }
        self.since = since
        self.limit = limit
    }

    /// The same for a live stream, which has no pages, and goes on behind the last event of an
    /// earlier one.
    init(live request: borrowing Request, epoch: String) throws(Problem) {
        try self.init(request, epoch: epoch)
        guard limit == nil else {
            throw .badParameter("limit", expected: "left out of a stream, which has no pages")
        }
        guard request.head.count(of: .lastEventID) < 2 else { throw .malformedLastEventID }
        // Without an id a browser sends no field (html.spec.whatwg.org,
        // 9.2.3); an empty one says the same.
        guard let id = request.value(.lastEventID), id.count > 0 else { return }
        guard let last = ChangeToken.read(id, epoch: epoch) else { throw .malformedLastEventID }
        since = last
    }
}
