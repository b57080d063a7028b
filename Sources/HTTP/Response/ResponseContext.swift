/// The properties of a request that determine the form of its response.
package struct ResponseContext: Equatable, Sendable {
    package var isHead = false
    package var minorVersion: UInt8 = 1
    package var closes = false
    package var id = RequestID.made(0)
    package var corsPolicy = CORSPolicy.disabled
    package var varyFields: VaryFields = []
    /// The handler's route; 0 if none matches.
    package internal(set) var route: UInt8 = 0
    /// The owner of the request; 0 if unknown.
    package internal(set) var owner = 0
    /// Whether the path of the request is a secret, which no log may have.
    package internal(set) var hidesPath = false
    /// Whether the content is sent in chunks.
    var isChunked = false

    /// The context of an HTTP/1.1 request on a persistent connection.
    package init() {}
}
