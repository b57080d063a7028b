import HTTP

/// What a lane has before it while it answers: the head of the request at hand, its answers as they
/// are written, and those that are to leave together.
struct RequestBuffers: ~Copyable {
    var head = RequestHead()
    var response = ResponseWriter()
    var sendBatch = SendBatch()
}
