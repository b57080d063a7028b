import Accounts
import HTTP
import Items

/// A request as its head decides it: the endpoint gets this, and nothing is routed or authenticated
/// a second time.
///
/// A class, so that the lane can keep it while the body arrives. A lane uses one object for all
/// requests that are answered at once.
final class AdmittedRequest {
    /// Who answers.
    enum Decision {
        /// The response is this problem.
        indirect case refused(Problem)
        /// The response is the methods.
        case options([Method])
        case open(Endpoint.Open)
        case owned(Endpoint.Owned, Caller)
        case signedIn(Endpoint.SignedIn, AuthenticatedToken)
    }

    var decision = Decision.refused(.noSuchRoute)
    /// The route with its parameters; nil if none matches.
    var match: Router.Match?
    /// Whether the response depends on who asks.
    var isAuthenticated = false
    /// The caller's owner; 0 if unknown.
    var owner = 0
    /// The fault of the body's type, which is told after those that precede it.
    var typeFault: Problem?

    // What a decision needs of the head, which is gone when it comes later.
    private(set) var method = Method.get
    private(set) var expectsContinue = false
    private(set) var isChunked = false
    /// Why no route matches.
    var mismatch: Problem?

    /// The route's number; 0 without one.
    var route: UInt8 { match?.number ?? 0 }

    /// Begins with the head of a request; the decision follows.
    func begin(_ head: borrowing RequestHead) {
        match = nil
        isAuthenticated = false
        owner = 0
        typeFault = nil
        mismatch = nil
        method = head.method
        expectsContinue = head.expectsContinue
        isChunked = head.framing == .chunked
    }
}
