import HTTP

/// What a lane has before it while it answers: the head of the request at hand, and the answers
/// that are written and not yet sent.
struct Papers: ~Copyable {
    var head = RequestHead()
    var response = ResponseWriter()
}
