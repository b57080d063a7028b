import Accounts
import HTTP
import Items

/// The decisions made from a request's head. The endpoint gets them, so nothing is routed or
/// authenticated twice.
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
    /// The fault of the body's type, which is reported only if no earlier check fails.
    var typeFault: Problem?

    // The parts of the head that a later decision needs, because the head is gone by then.
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
