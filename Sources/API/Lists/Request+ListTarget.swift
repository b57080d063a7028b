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

/// A copy of such a path and query, which takes no allocation if it is short.
struct ListTarget {
    private static let shortLength = 64

    private var short = InlineArray<64, UInt8>(repeating: 0)
    private var long: [UInt8] = []
    private let count: Int

    init(_ target: Span<UInt8>) {
        count = target.count
        if count > Self.shortLength {
            long = [UInt8](copying: target)
        } else {
            for index in target.indices { short[index] = target[index] }
        }
    }

    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { count > Self.shortLength ? long.span : short.span.extracting(0..<count) }
    }
}
