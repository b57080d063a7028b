import Accounts
import HTTP
import Items

/// `/users` and `/users/current`.
extension App {
    func signUp(
        _ admitted: AdmittedRequest, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try accounts.limits.admitSignUp(from: request.client(behind: accounts.proxies))
        try checkBody(request, admitted)
        try refuseParameters(request)
        let new = try decode(request) { $0.signUp($1) }
        guard accounts.isSignUpOpen || new.setupToken != nil else { throw .signUpClosed }
        return perform(
            .credentials(new.email), of: accounts.repository, request.handle, &response
        ) { [self] stored, _ throws(Problem) in
            try self.stored { [report] () throws(StorageFailure) in
                try accounts.service.signUp(
                    name: new.name, email: new.email, password: new.password,
                    setupToken: new.setupToken, in: stored
                ) { outcome in
                    deferred.answer(outcome, wrong: .wrongCredentials, report) {
                        account, response in
                        response.write(account, isNew: true)
                    }
                }
            }
            return .deferred
        }
    }

    func readAccount(
        of token: AuthenticatedToken, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let accounts = try accounts()
        return perform(.account(token.owner), of: accounts.repository, request.handle, &response) {
            [self] stored, response throws(Problem) in
            response.write(try account(of: token, in: stored), isNew: false)
            return .written
        }
    }

    /// A change without effect is submitted as well, so that responses come in the order of writes.
    func changeAccount(
        _ admitted: AdmittedRequest, of token: AuthenticatedToken, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try checkBody(request, admitted)
        try refuseParameters(request)
        let content = [UInt8](copying: request.body)
        let client = request.client(behind: accounts.proxies)
        return perform(.account(token.owner), of: accounts.repository, request.handle, &response) {
            [self] stored, _ throws(Problem) in
            let account = try account(of: token, in: stored)
            let body = try decode(content.span) { $0.accountPatch($1, of: account) }
            if body.patch.changesCredentials {
                try accounts.limits.admitConfirmation(of: token.owner)
            }
            // Like a sign-up, the response reveals whether the email is taken.
            if body.patch.email != nil { try accounts.limits.admitSignUp(from: client) }
            try self.stored { [report] () throws(StorageFailure) in
                try accounts.service.change(
                    account, body.patch, by: token, confirmedBy: body.currentPassword, in: stored
                ) { outcome in
                    deferred.answer(outcome, wrong: .wrongPassword, report) { account, response in
                        response.write(account, isNew: false)
                    }
                }
            }
            return .deferred
        }
    }

    private func account(
        of token: AuthenticatedToken, in stored: any AccountRows
    ) throws(Problem) -> Account {
        let account = try self.stored { () throws(StorageFailure) in
            try stored.account(of: token.owner)
        }
        guard let account else { throw .unauthorized(wasTokenSent: true) }
        return account
    }

    func removeAccount(
        _ admitted: AdmittedRequest, of token: AuthenticatedToken, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try checkBody(request, admitted)
        try refuseParameters(request)
        let password = try decode(request) { $0.confirmation($1) }.password
        try accounts.limits.admitConfirmation(of: token.owner)
        return perform(.account(token.owner), of: accounts.repository, request.handle, &response) {
            [self] stored, _ throws(Problem) in
            try self.stored { [report] () throws(StorageFailure) in
                try accounts.service.remove(token.owner, password, in: stored) { outcome in
                    deferred.answer(outcome, wrong: .wrongPassword, report) { _, response in
                        response.writeDone()
                    }
                }
            }
            return .deferred
        }
    }

    /// The account services; throws 404 on a server without accounts.
    func accounts() throws(Problem) -> AccountDependencies {
        guard case .accounts(let accounts) = authMode else { throw .noSuchRoute }
        return accounts
    }
}

extension ResponseWriter {
    fileprivate mutating func write(_ account: Account, isNew: Bool) {
        start(isNew ? .created : .ok)
        if isNew { field("Location", "/users/current") }
        field("Content-Type", "application/json")
        field("Cache-Control", "private, no-cache")
        body.append("{\"name\":")
        body.appendJSON(account.name)
        body.append(",\"email\":")
        body.appendJSON(account.email.text)
        body.append(",\"createdAt\":")
        body.appendJSON(account.createdAt)
        body.append("}")
        finish()
    }

    /// Writes an empty 204.
    mutating func writeDone() {
        start(.noContent)
        field("Cache-Control", "private, no-cache")
        finish()
    }
}
