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
                if let revision = ClockTag.revision(in: tag, epoch: epoch) {
                    revisions.append(revision)
                }
            }
            return .revisions(revisions)
        }
    }
}

extension ClockTag {
    /// Whether a reader has this state already; throws when it wanted another one (RFC 9110 §13.2.2).
    func isKnown(to request: borrowing Request, _ scratch: inout ByteWriter) throws(Problem) -> Bool
    {
        scratch.removeAll()
        write(to: &scratch)
        let (head, bytes) = (request.head, request.bytes)
        switch head.condition(.ifMatch, in: bytes) {
        case .absent, .any: break
        case .malformed: throw .malformedCondition(.ifMatch)
        case .tags:
            guard head.contains(.ifMatch, tag: scratch.span, comparison: .strong, in: bytes) else {
                throw .conditionFailed(revision: revision)
            }
        }
        switch head.condition(.ifNoneMatch, in: bytes) {
        case .absent: return false
        case .any: return true
        case .malformed: throw .malformedCondition(.ifNoneMatch)
        case .tags:
            return head.contains(.ifNoneMatch, tag: scratch.span, comparison: .weak, in: bytes)
        }
    }
}
