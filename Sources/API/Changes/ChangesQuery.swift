import HTTP
import Items

/// The query of `GET /items/changes`.
struct ChangesQuery {
    enum Name: String, CaseIterable {
        case since
        case limit
    }

    /// The client's token; nil to begin from nothing.
    private(set) var since: ChangeToken.Reading?
    /// The most changes of a page.
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

    /// The query of a live stream, which has no pages and resumes after `Last-Event-ID`.
    init(live request: borrowing Request, epoch: String) throws(Problem) {
        try self.init(request, epoch: epoch)
        guard limit == nil else {
            throw .badParameter("limit", expected: "left out of a stream, which has no pages")
        }
        guard request.head.count(of: .lastEventID) < 2 else { throw .malformedLastEventID }
        // A browser without an id omits the field (html.spec.whatwg.org, 9.2.3); an empty one means
        // the same.
        guard let id = request.value(.lastEventID), id.count > 0 else { return }
        guard let last = ChangeToken.read(id, epoch: epoch) else { throw .malformedLastEventID }
        since = last
    }
}
