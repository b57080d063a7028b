import HTTP
import Items

extension Request {
    /// The path and query of a list as they were sent: the key of a cached response.
    ///
    /// Path and query are adjacent except in an absolute target without a path (RFC 9112 §3.2.1),
    /// which matches no list.
    var listTarget: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(head.path.start..<(head.query?.end ?? head.path.end)) }
    }
}

/// Responses to repeated requests for an unchanged list.
extension App {
    /// Writes the cached response; false if there is none at the current revision.
    ///
    /// The revision is read in the transaction in which the items would be read, so a response
    /// contains every write committed before it, by any process.
    func writeCachedList(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Bool {
        guard let cached = listCache.find(request.listTarget, of: owner) else { return false }
        let revision = try stored { () throws(StorageFailure) in try items.revision(of: owner) }
        guard cached.revision == revision else { return false }
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        if try tag.isNotModified(for: request, &scratch) {
            response.start(.notModified)
            writePrivateFields(&response, tag)
            response.finish()
        } else {
            let (fields, content) = (cached.fields, cached.content)
            response.start(.ok)
            response.fieldLines(fields.span)
            response.finish(with: content.span)
        }
        return true
    }
}
