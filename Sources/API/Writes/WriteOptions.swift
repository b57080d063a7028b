import HTTP
import Items

/// What the head of a request says about how its write is to be done and answered.
///
/// It is read before the body, since what is wrong with it is told before what is wrong with that.
struct WriteOptions {
    let conditions: Conditions
    /// Under which key the write is done once, however often the request is sent.
    let key: IdempotencyKey?
    /// Whether the answer is to have no content.
    let isMinimal: Bool

    /// The terms of a request to the items of the owner with this epoch.
    init(_ request: borrowing Request, epoch: String) throws(Problem) {
        conditions = try Conditions(request, epoch: epoch)
        key = try IdempotencyKey(request)
        // RFC 7240 §4.2.
        isMinimal = request.head.prefers("return", "minimal", in: request.bytes)
    }

    private init(conditions: Conditions) {
        self.conditions = conditions
        key = nil
        isMinimal = false
    }

    /// Terms that nothing meets: the write is never done.
    static let never = WriteOptions(conditions: Conditions(ifMatch: .revisions([])))
}
