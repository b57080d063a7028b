import Accounts
import HTTP
import Items

/// `/sessions` and the paths below it.
extension App {
    func signIn(
        _ admitted: AdmittedRequest, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try accounts.limits.admitSignIn(from: request.client(behind: accounts.proxies))
        try checkBody(request, admitted)
        try refuseParameters(request)
        let proxies = accounts.proxies
        if let email = try accounts.proxyUser?.email(in: request, behind: proxies) {
            return try signIn(verified: email, accounts, request, &response, deferred)
        }
        let signIn = try decode(request) { $0.signIn($1) }
        guard let email = signIn.email else { throw .wrongCredentials }
        // Counted for unknown emails too; otherwise the limit would reveal which exist.
        try accounts.limits.admitSignIn(to: email)
        return perform(.credentials(email), of: accounts.repository, request.handle, &response) {
            [self] stored, _ throws(Problem) in
            try self.stored { [report] () throws(StorageFailure) in
                try accounts.service.signIn(email, signIn.password, in: stored) { outcome in
                    deferred.answer(outcome, wrong: .wrongCredentials, report) {
                        session, response in
                        response.write(session)
                    }
                }
            }
            return .deferred
        }
    }

    /// Signs in the user whom a proxy has verified.
    private func signIn(
        verified email: Email, _ accounts: AccountDependencies, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        // The visitor's browser has the rights of the proxy's cookie on requests of any page. Too
        // many sign-ins would end the account's other sessions.
        try HostAndOriginGuard(names: nil).check(request, response.context.corsPolicy)
        return perform(.credentials(email), of: accounts.repository, request.handle, &response) {
            [self] stored, _ throws(Problem) in
            try self.stored { [report] () throws(StorageFailure) in
                try accounts.service.signIn(verified: email, in: stored) { outcome in
                    deferred.answer(outcome, wrong: .wrongCredentials, report) {
                        session, response in
                        response.write(session)
                    }
                }
            }
            return .deferred
        }
    }

    func listSessions(
        of token: AuthenticatedToken, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let accounts = try accounts()
        return perform(.tokens(token.owner), of: accounts.repository, request.handle, &response) {
            [self] stored, response throws(Problem) in
            let tokens = try self.stored { () throws(StorageFailure) in
                try stored.tokens(of: token.owner)
            }
            response.start(.ok)
            response.field("Content-Type", "application/json")
            response.field("Cache-Control", "private, no-cache")
            response.body.appendJSON(array: tokens) { body, listed in
                body.append(listed, isCurrent: listed.selector == token.selector)
            }
            response.finish()
            return .written
        }
    }

    func readSession(
        of token: AuthenticatedToken, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let accounts = try accounts()
        return perform(.token(token.selector), of: accounts.repository, request.handle, &response) {
            [self] stored, response throws(Problem) in
            let session = try self.stored { () throws(StorageFailure) in
                try stored.token(token.selector)
            }
            guard let session else { throw .unauthorized(wasTokenSent: true) }
            response.start(.ok)
            response.field("Content-Type", "application/json")
            response.field("Cache-Control", "private, no-cache")
            response.body.append(session, isCurrent: true)
            response.finish()
            return .written
        }
    }

    func signOut(
        of token: AuthenticatedToken, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let report = report
        try accounts().writer.submit(.signOut(token.selector, of: token.owner)) { outcome in
            deferred.send { response in
                // A missing token counts as revoked: a concurrent request may have revoked it.
                guard case .failure(.storage(let failure)) = outcome else {
                    return response.writeDone()
                }
                report(failure)
                Problem.storage(failure).write(to: &response)
            }
        }
        return .deferred
    }

    func revokeSession(
        _ handle: TokenHandle, of token: AuthenticatedToken, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let report = report
        try accounts().writer.submit(.revokeHandle(handle, of: token.owner)) { outcome in
            deferred.send { response in
                switch outcome {
                case .success: response.writeDone()
                case .failure(.storage(let failure)):
                    report(failure)
                    Problem.storage(failure).write(to: &response)
                case .failure(.noAccount):
                    Problem.unauthorized(wasTokenSent: true).write(to: &response)
                case .failure: Problem.sessionNotFound.write(to: &response)
                }
            }
        }
        return .deferred
    }

    /// `POST /tokens`.
    func addToken(
        _ admitted: AdmittedRequest, by token: AuthenticatedToken, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try checkBody(request, admitted)
        try refuseParameters(request)
        let now = accounts.tokens.now
        let new = try decode(request) { $0.token($1, now: now, madeBy: token) }
        let report = report
        accounts.service.addToken(
            labelled: new.label, endingAt: new.expiresAt, scope: new.scope, by: token
        ) { outcome in
            deferred.answer(outcome, wrong: .unauthorized(wasTokenSent: true), report) {
                session, response in
                response.write(session)
            }
        }
        return .deferred
    }
}

extension ResponseWriter {
    /// Writes the only response that has the token's text.
    fileprivate mutating func write(_ session: NewSession) {
        let token = session.token
        let handle = TokenHandle.text(of: token.selector)
        start(.created)
        if token.label == nil {
            field("Location", "/sessions/current")
        } else {
            field("Location") { value in
                value.append("/sessions/")
                value.append(text: handle)
            }
        }
        field("Content-Type", "application/json")
        // RFC 6749 §5.1: no cache may store a token.
        field("Cache-Control", "no-store")
        body.append("{\"token\":\"")
        body.append(text: session.text.revealed)
        if let label = token.label {
            body.append("\",\"handle\":\"")
            body.append(text: handle)
            body.append("\",\"label\":")
            body.appendJSON(label)
            body.append(",\"scope\":")
            body.appendJSON(token.scope.rawValue)
            if token.scope == .calendar {
                body.append(",\"calendar\":\"/calendar/")
                body.append(text: session.text.revealed)
                body.append(".ics\"")
            }
        } else {
            body.append("\"")
        }
        body.append(",\"expiresAt\":")
        body.appendJSON(token.expiresAt)
        body.append("}")
        finish()
    }
}

extension ByteWriter {
    /// Appends a token as a session, without the token's text.
    fileprivate mutating func append(_ token: Token, isCurrent: Bool) {
        append("{\"handle\":\"")
        append(text: TokenHandle.text(of: token.selector))
        append("\"")
        if let label = token.label {
            append(",\"label\":")
            appendJSON(label)
        }
        append(",\"scope\":")
        appendJSON(token.scope.rawValue)
        append(",\"createdAt\":")
        appendJSON(token.createdAt)
        append(",\"lastUsedAt\":")
        appendJSON(token.lastUsedAt)
        append(",\"expiresAt\":")
        appendJSON(token.expiresAt)
        append(isCurrent ? ",\"current\":true}" : ",\"current\":false}")
    }
}
