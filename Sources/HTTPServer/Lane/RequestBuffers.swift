import HTTP

/// The buffers of a lane for the current request: its head, the responses as they are written, and
/// the responses that are sent together.
struct RequestBuffers: ~Copyable {
    var head = RequestHead()
    var response = ResponseWriter()
    var sendBatch = SendBatch()
}
