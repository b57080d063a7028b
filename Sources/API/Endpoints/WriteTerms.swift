import HTTP
import Items

/// What the head of a request says about how its write is to be done and answered.
///
/// It is read before the body, since what is wrong with it is told before what is wrong with that.
struct WriteTerms {
    let conditions: Conditions
    /// Under which key the write is done once, however often the request is sent.
    let key: RequestKey?
    /// Whether the answer is to have no content.
    let isMinimal: Bool

    /// The terms of a request to the items of the owner with this epoch.
    init(_ request: borrowing Request, epoch: String) throws(Problem) {
        conditions = try Conditions(request, epoch: epoch)
        key = try RequestKey(request)
        isMinimal = Self.wantsMinimal(request)
    }

    private init(conditions: Conditions) {
        self.conditions = conditions
        key = nil
        isMinimal = false
    }

    /// Terms that nothing meets: the write is never done.
    static let never = WriteTerms(conditions: Conditions(ifMatch: .revisions([])))

    /// `Prefer: return=minimal` (RFC 7240 §4.2), alone or in a list.
    private static func wantsMinimal(_ request: borrowing Request) -> Bool {
        var isWanted = false
        let bytes = request.bytes
        request.head.forEach(.prefer) { line in
            isWanted = isWanted || bytes.slice(line).hasPreference("return=minimal")
        }
        return isWanted
    }
}

extension Span where Element == UInt8 {
    /// Whether the comma-separated preferences in these bytes have one that reads so.
    fileprivate func hasPreference(_ preference: StaticString) -> Bool {
        var start = 0
        for index in 0...count where index == count || self[index] == UInt8(ascii: ",") {
            var (first, end) = (start, index)
            while first < end, self[first] == 0x20 || self[first] == 0x09 { first += 1 }
            while first < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
            if extracting(first..<end).equalsIgnoringCase(preference) { return true }
            start = index + 1
        }
        return false
    }
}
