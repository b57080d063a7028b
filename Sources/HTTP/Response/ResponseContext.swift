/// What of a request decides the form of its answer.
package struct ResponseContext: Equatable, Sendable {
    package var isHead = false
    package var minorVersion: UInt8 = 1
    package var closes = false
    package var id = RequestID.made(0)
    package var corsPolicy = CORSPolicy.disabled
    package var varyFields: VaryFields = []
    /// Which of the handler's routes the request is for, 0 when it is for none of them.
    package internal(set) var route: UInt8 = 0
    /// Whose request it is, 0 when nobody is known by it.
    package internal(set) var owner = 0
    /// Whether the content goes out in chunks.
    var isChunked = false

    /// The context of a request of HTTP/1.1 that keeps its connection.
    package init() {}
}
