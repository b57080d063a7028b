/// The bytes of a response above which the client ends the request.
///
/// The server's responses are shorter; another program may send without end.
enum ResponseLimit {
    /// A page, which the server ends at 1 MiB or earlier.
    static let page = 16 << 20
    /// All items of a list without pages: twice the room of an owner, unless the operator sets it.
    static let list = 512 << 20
    /// An event with one item.
    static let event = 2 << 20
    /// The content of the response that opens a connection.
    static let options = 1 << 16

    /// The longest time of a request and its response: the server takes 276 seconds at most for a
    /// request of 16 MiB, and 120 for a response. Another program may send a byte now and then.
    static let time = Duration.seconds(400)

    /// The response to this many items; the server allows 1 MiB for one.
    static func items(_ count: Int) -> Int { max(page, (count + 1) << 20) }
}

/// A response is longer than any that the server sends to such a request.
///
/// The client ends the request as soon as it has received more than `limit` bytes.
public struct ResponseIsTooLarge: Error, Equatable, Sendable {
    /// The number of bytes that the response may have.
    public let limit: Int

    /// A response with more bytes than this.
    public init(limit: Int) {
        self.limit = limit
    }
}
