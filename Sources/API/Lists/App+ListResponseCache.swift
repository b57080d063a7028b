import HTTP
import Items

extension Request {
    /// The path of a list and what follows it, as they were sent: which list it is, in which form.
    ///
    /// The one path that does not stand in front of its query is that of an absolute target without
    /// any (RFC 9112 §3.2.1), and leads to no list.
    var listTarget: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(head.path.start..<(head.query?.end ?? head.path.end)) }
    }
}

/// Lists that are asked for again while nothing is written.
extension App {
    /// Answers a list as it was answered before; false when there is no such
    /// answer, or something was written since.
    ///
    /// The revision is read in the transaction in which the items would be, so
    /// what a client was told is written is in its answer, whoever wrote it.
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
