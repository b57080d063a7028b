import HTTP
import Items

extension Conditions {
    /// Reads the conditions of a write from `If-Match` and `If-None-Match`.
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
            var revisions: [Int] = []
            request.head.forEachTag(name, comparison: comparison, in: request.bytes) { tag in
                if let revision = RevisionETag.revision(in: tag, epoch: epoch) {
                    revisions.append(revision)
                }
            }
            return .revisions(revisions)
        }
    }
}

extension RevisionETag {
    /// Whether the response is 304; throws when `If-Match` names another state.
    func isNotModified(
        for request: borrowing Request, _ scratch: inout ByteWriter
    ) throws(Problem) -> Bool {
        // Most requests have no condition; they skip writing the tag.
        guard request.isConditional else { return false }
        scratch.removeAll()
        write(to: &scratch)
        return try request.has(scratch.span, revision: revision)
    }
}

extension Request {
    /// Whether the request has a condition.
    fileprivate var isConditional: Bool {
        head.first(.ifNoneMatch) != nil || head.first(.ifMatch) != nil
    }

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
