import HTTP
import Items

extension Conditions {
    /// Reads `If-Match` and `If-None-Match`, both before either is evaluated: 400 takes precedence
    /// over 412.
    init(_ request: borrowing Request, epoch: String) throws(Problem) {
        self.init(
            ifMatch: try Self.states(.ifMatch, request, epoch, .strong),
            ifNoneMatch: try Self.states(.ifNoneMatch, request, epoch, .weak))
    }

    private static func states(
        _ name: FieldName, _ request: borrowing Request, _ epoch: String,
        _ comparison: TagComparison
    ) throws(Problem) -> States? {
        switch request.head.condition(name, in: request.bytes) {
        case .absent: return nil
        case .any: return .any
        case .malformed: throw .malformedCondition(name)
        case .tags:
            var first: Int?
            var revisions: [Int] = []
            request.head.forEachTag(name, comparison: comparison, in: request.bytes) { tag in
                guard let revision = RevisionETag.revision(in: tag, epoch: epoch) else { return }
                if let before = first {
                    if revisions.isEmpty { revisions = [before] }
                    revisions.append(revision)
                } else {
                    first = revision
                }
            }
            guard let first, revisions.isEmpty else { return .revisions(revisions) }
            return .revision(first)
        }
    }
}

extension Conditions {
    /// Whether the response about this state is 304; throws when `If-Match` names another state.
    func isNotModified(at revision: Int) throws(Problem) -> Bool {
        if let ifMatch, !ifMatch.includes(revision) {
            throw .conditionFailed(revision: revision)
        }
        return ifNoneMatch?.includes(revision) ?? false
    }
}

extension Request {
    /// Whether `If-None-Match` names this tag, given without quotes; throws when `If-Match` names
    /// others (RFC 9110 §13.2.2).
    func has(_ tag: Span<UInt8>, revision: Int?) throws(Problem) -> Bool {
        let ifMatch = head.condition(.ifMatch, in: bytes)
        let ifNoneMatch = head.condition(.ifNoneMatch, in: bytes)
        // Both fields are parsed before either is evaluated: 400 takes precedence over 412.
        if case .malformed = ifMatch { throw .malformedCondition(.ifMatch) }
        if case .malformed = ifNoneMatch { throw .malformedCondition(.ifNoneMatch) }
        if case .tags = ifMatch,
            !head.contains(.ifMatch, tag: tag, comparison: .strong, in: bytes)
        {
            throw .conditionFailed(revision: revision)
        }
        return switch ifNoneMatch {
        case .any: true
        case .tags: head.contains(.ifNoneMatch, tag: tag, comparison: .weak, in: bytes)
        case .absent, .malformed: false
        }
    }
}
