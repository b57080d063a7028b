import HTTP
import Items

extension Conditions {
    /// The conditions of a write, from `If-Match` and `If-None-Match`.
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
    /// Whether a reader has this state already; throws when it wanted another one.
    func isNotModified(
        for request: borrowing Request, _ scratch: inout ByteWriter
    ) throws(Problem) -> Bool {
        // Most requests have no condition, and no tag needs to be written for them.
        guard request.isConditional else { return false }
        scratch.removeAll()
        write(to: &scratch)
        return try request.has(scratch.span, revision: revision)
    }
}

extension Request {
    /// Whether it is only to be answered if the content is, or is not, what the client has.
    fileprivate var isConditional: Bool {
        head.first(.ifNoneMatch) != nil || head.first(.ifMatch) != nil
    }

    /// Whether a reader has the content with this tag, which stands here without its quotes; throws
    /// when it wanted another one (RFC 9110 §13.2.2).
    func has(_ tag: Span<UInt8>, revision: Int?) throws(Problem) -> Bool {
        let ifMatch = head.condition(.ifMatch, in: bytes)
        let ifNoneMatch = head.condition(.ifNoneMatch, in: bytes)
        // Both are read before either is heeded: 400 comes before 412.
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
