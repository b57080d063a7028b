import Accounts
import HTTP
import Items

/// `GET /calendar/{token}.ics`: the calendar of the account that the token in the path is of.
///
/// Programs that subscribe to calendars know an address and nothing else, so `Authorization` is not
/// looked at, and neither is `Accept`.
extension App {
    func showCalendar(
        _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        guard let path = PercentDecoding.decode(request.path) else { throw .noSuchRoute }
        let name = path.span.extracting(Self.folder.utf8CodeUnitCount...)
        let token = name.extracting(first: max(0, name.count - Self.ending.utf8CodeUnitCount))
        // Its faults count once the path is found.
        let asked = Result { () throws(Problem) in
            try checkBodyFault(request)
            try refuseParameters(request)
            return try CalendarConditions(request)
        }
        switch authMode {
        case .anonymous(let owner):
            guard exchange.hasLocalCalendar, token.equals("local") else { throw .noSuchRoute }
            return calendar(of: owner, if: try asked.get(), &response, deferred)
        case .accounts(let accounts):
            return accounts.tokens.authenticate(token) { found in
                calendar(found, accounts, if: asked, &response, deferred)
            } later: {
                { [self] found in
                    waiting?.reply(to: deferred.handle) { response in
                        calendar(found, accounts, if: asked, &response, deferred)
                    }
                }
            } ?? .deferred
        }
    }

    /// Answers with the calendar of a token that was found, if it is one for calendars.
    private func calendar(
        _ found: Result<AuthenticatedToken?, StorageFailure>, _ accounts: AccountDependencies,
        if asked: Result<CalendarConditions, Problem>, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) -> HandlerResult {
        do throws(Problem) {
            let token = try stored { () throws(StorageFailure) in try found.get() }
            guard let token, token.scope == .calendar else { throw .noSuchRoute }
            try accounts.limits.admitRequest(of: token)
            response.record(owner: token.owner.key)
            return calendar(of: token.owner, if: try asked.get(), &response, deferred)
        } catch {
            return refuse(error, &response)
        }
    }

    private func calendar(
        of owner: Owner, if conditions: CalendarConditions, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) -> HandlerResult {
        perform(.revision(owner), deferred.handle, &response) {
            [self] items, response throws(Problem) in
            let revision = try stored { () throws(StorageFailure) in
                try items.revision(of: owner)
            }
            let now = exchange.clock.now()
            let tag = CalendarETag(epoch: owner.epoch, revision: revision, now: now)
            if try conditions.areNotModified(tag) {
                response.start(.notModified)
                tag.writeFields(to: &response)
                response.finish()
                return .written
            }
            let query = ItemQuery(filter: .open)
            return .stream(
                CalendarStream(
                    try snapshot(query, of: owner, after: nil, limit: nil, deferred), of: owner,
                    self, at: now))
        }
    }

    private static let folder: StaticString = "/calendar/"
    private static let ending: StaticString = ".ics"
}

extension ItemFilter {
    fileprivate static let open = {
        var filter = ItemFilter()
        filter.done = false
        return filter
    }()
}

/// The conditions of a request for a calendar, whose owner is found later.
struct CalendarConditions {
    private let ifMatch: TagCondition
    private let ifNoneMatch: TagCondition
    private var tags: [[UInt8]] = []

    init(_ request: borrowing Request) throws(Problem) {
        ifMatch = request.head.condition(.ifMatch, in: request.bytes)
        ifNoneMatch = request.head.condition(.ifNoneMatch, in: request.bytes)
        if case .malformed = ifMatch { throw .malformedCondition(.ifMatch) }
        if case .malformed = ifNoneMatch { throw .malformedCondition(.ifNoneMatch) }
        guard case .tags = ifNoneMatch else { return }
        var tags: [[UInt8]] = []
        request.head.forEachTag(.ifNoneMatch, comparison: .weak, in: request.bytes) {
            tags.append([UInt8](copying: $0))
        }
        self.tags = tags
    }

    /// Whether the response is 304. `If-Match` never names a weak tag (RFC 9110 §13.1.1).
    func areNotModified(_ tag: CalendarETag) throws(Problem) -> Bool {
        if case .tags = ifMatch { throw .conditionFailed(revision: tag.revision) }
        return ifNoneMatch == .any || tags.contains(tag.text)
    }
}

/// The entity tag of a calendar, such as `W/"k3f9.42-20261129"`: it changes with each write, and at
/// midnight, when the next dates move on.
///
/// It is weak, because the dates that are nearest to now change with the time as well.
struct CalendarETag {
    let revision: Int
    /// The tag without its quotes.
    let text: [UInt8]

    init(epoch: String, revision: Int, now: Double) {
        self.revision = revision
        var bytes = ByteWriter(capacity: 64)
        RevisionETag(epoch: epoch, revision: revision).write(to: &bytes)
        bytes.append(text: "-\(UTCRules().local(Int(now.rounded(.down))).date)")
        text = [UInt8](copying: bytes)
    }

    func writeFields(to response: inout ResponseWriter) {
        response.field("ETag") { field in
            field.append("W/\"")
            field.append(text.span)
            field.append("\"")
        }
        response.field("Cache-Control", "private, max-age=900")
    }
}
