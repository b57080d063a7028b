package import HTTP

/// A file of the page as it is served.
package struct PageResource: Sendable {
    /// How long a browser may use it unasked.
    enum Caching: Sendable {
        /// Revalidated at each use, because the address stays the same.
        case revalidated
        /// Cached for ever, because other content has another address.
        case immutable
    }

    private let file: PageFile
    private let caching: Caching
    private let fields: PageFields

    init(_ file: PageFile, _ caching: Caching, _ fields: PageFields) {
        (self.file, self.caching, self.fields) = (file, caching, fields)
    }

    /// The content without a coding.
    package var content: [UInt8] { [UInt8](copying: file.plain.span) }

    /// The content coding that fits the client best.
    package func coding(for request: borrowing Request) -> ContentCoding {
        var codings: [ContentCoding] = [.identity]
        if file.brotli != nil { codings.append(.brotli) }
        if file.gzip != nil { codings.append(.gzip) }
        return request.head.preferred(of: codings, in: request.bytes)
    }

    /// The entity tag in a coding, without quotes: each coding has its own, because its bytes
    /// differ (RFC 9110 §8.8.3.3).
    package func tag(in coding: ContentCoding) -> [UInt8] {
        switch coding {
        case .identity: file.fingerprint
        case .brotli: file.fingerprint + Array("-br".utf8)
        case .gzip: file.fingerprint + Array("-gzip".utf8)
        }
    }

    /// Writes the complete response in a coding: 304 if the client has it, or else 200.
    package func write(
        in coding: ContentCoding, isNotModified: Bool, to response: inout ResponseWriter
    ) {
        response.vary(.acceptEncoding)
        response.start(isNotModified ? .notModified : .ok)
        if !isNotModified {
            if let type = PageFile.mediaType(of: file.name) {
                response.field("Content-Type", type)
            }
            if coding != .identity { response.field("Content-Encoding", coding.name) }
            // With 304 the browser keeps the fields that it has. Another policy has another tag.
            fields.write(to: &response)
        }
        response.field("ETag") { field in
            let tag = tag(in: coding)
            field.append("\"")
            field.append(tag.span)
            field.append("\"")
        }
        switch caching {
        case .revalidated: response.field("Cache-Control", "no-cache")
        case .immutable:
            response.field("Cache-Control", "public, max-age=31536000, immutable")
        }
        let bytes = bytes(in: coding)
        response.finish(with: bytes.span)
    }

    private func bytes(in coding: ContentCoding) -> PageBytes {
        switch coding {
        case .brotli: file.brotli ?? file.plain
        case .gzip: file.gzip ?? file.plain
        case .identity: file.plain
        }
    }
}
