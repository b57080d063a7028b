import HTTP
import Items

/// The conditions, the idempotency key and the preference of a write, from the request's head.
///
/// Its faults take precedence over faults of the body, so it is read first.
struct WriteOptions {
    let conditions: Conditions
    /// The idempotency key; nil if the request has none.
    let key: IdempotencyKey?
    /// Whether the response omits its content (`return=minimal`).
    let isMinimal: Bool

    /// Reads the options of a request of the owner with this epoch.
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

    /// Options whose condition never holds.
    static let never = WriteOptions(conditions: Conditions(ifMatch: .revisions([])))
}
