import Accounts
import HTTP
import Items

/// `/sessions` and `/sessions/current`.
extension App {
    func signIn(
        _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try accounts.limits.admitSignIn(from: request.client(behind: accounts.proxies))
        try checkBody(request, Endpoint.Open.signIn.bodyPolicy)
        try refuseParameters(request)
        let signIn = try decode(request) { $0.signIn($1) }
        guard let email = signIn.email else { throw .wrongCredentials }
        // Counted for unknown emails too; otherwise the limit would reveal which exist.
        try accounts.limits.admitSignIn(to: email)
        let report = report
        try stored { () throws(StorageFailure) in
            try accounts.service.signIn(email, signIn.password, in: accounts.repository) {
                outcome in
                deferred.answer(outcome, wrong: .wrongCredentials, report) { session, response in
                    response.write(session)
                }
            }
        }
        return .deferred
    }

    func readSession(
        of token: AuthenticatedToken, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let accounts = try accounts()
        let session = try stored { () throws(StorageFailure) in
            try accounts.repository.token(token.selector)
        }
        guard let session else { throw .unauthorized(wasTokenSent: true) }
        response.write(session)
        return .written
    }

    func signOut(
        of token: AuthenticatedToken, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let report = report
        try accounts().writer.submit(.revoke(token.selector)) { outcome in
            deferred.send { response in
                // A missing token counts as revoked: a concurrent request may have done it.
                guard case .failure(.storage(let failure)) = outcome else {
                    return response.writeDone()
                }
                report(failure)
                Problem.storage(failure).write(to: &response)
            }
        }
        return .deferred
    }
}

extension ResponseWriter {
    fileprivate mutating func write(_ session: NewSession) {
        start(.created)
        field("Location", "/sessions/current")
        field("Content-Type", "application/json")
        // RFC 6749 §5.1: no cache may store a token.
        field("Cache-Control", "no-store")
        body.append("{\"token\":\"")
        body.append(text: session.text.revealed)
        body.append("\",\"expiresAt\":")
        body.appendJSON(session.token.expiresAt)
        body.append("}")
        finish()
    }

    fileprivate mutating func write(_ token: Token) {
        start(.ok)
        field("Content-Type", "application/json")
        field("Cache-Control", "private, no-cache")
        body.append("{\"createdAt\":")
        body.appendJSON(token.createdAt)
        body.append(",\"lastUsedAt\":")
        body.appendJSON(token.lastUsedAt)
        body.append(",\"expiresAt\":")
        body.appendJSON(token.expiresAt)
        body.append("}")
        finish()
    }
}
