import HTTP

/// What a lane has before it while it answers: the head of the request at hand, and the answers
/// that are written and not yet sent.
///
/// Handed on by whoever begins to answer: memory that is lent is nobody else's meanwhile, by what
/// the compiler knows, while each look at a property of the lane has to be checked as it runs.
struct Papers: ~Copyable {
    var head = RequestHead()
    var response = ResponseWriter()
}
