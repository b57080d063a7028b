import Accounts
import HTTP
import Items

/// `/users` and `/users/current`.
extension App {
    func signUp(
        _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        if reads?.isFirst(.countedAddress) ?? true {
            try accounts.limits.admitSignUp(from: request.client(behind: accounts.proxies))
        }
        guard accounts.isSignUpOpen else { throw .signUpClosed }
        try checkBody(request, Endpoint.Open.signUp.bodyPolicy)
        try refuseParameters(request)
        let new = try decode(request) { $0.signUp($1) }
        let report = report
        try stored { () throws(StorageFailure) in
            try accounts.service.signUp(
                name: new.name, email: new.email, password: new.password,
                in: accounts.repository
            ) { outcome in
                deferred.answer(outcome, wrong: .wrongCredentials, report) { account, response in
                    response.write(account, isNew: true)
                }
            }
        }
        return .deferred
    }

    func readAccount(
        of token: AuthenticatedToken, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        response.write(try account(of: token), isNew: false)
        return .written
    }

    /// A change without effect is written as well: it answers in the order of writes.
    func changeAccount(
        of token: AuthenticatedToken, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try checkBody(request, Endpoint.SignedIn.changeAccount.bodyPolicy)
        try refuseParameters(request)
        let account = try account(of: token)
        let body = try decode(request) { $0.accountPatch($1, of: account) }
        if body.patch.changesCredentials { try admitConfirmation(of: token, accounts) }
        // The answer to an email tells whether it is taken, as that to a sign-up does.
        if body.patch.email != nil, reads?.isFirst(.countedAddress) ?? true {
            try accounts.limits.admitSignUp(from: request.client(behind: accounts.proxies))
        }
        let report = report
        try stored { () throws(StorageFailure) in
            try accounts.service.change(
                account, body.patch, by: token, confirmedBy: body.currentPassword,
                in: accounts.repository
            ) { outcome in
                deferred.answer(outcome, wrong: .wrongPassword, report) { account, response in
                    response.write(account, isNew: false)
                }
            }
        }
        return .deferred
    }

    /// The account that the token belongs to.
    private func account(of token: AuthenticatedToken) throws(Problem) -> Account {
        let accounts = try accounts()
        let account = try stored { () throws(StorageFailure) in
            try accounts.repository.account(of: token.owner)
        }
        guard let account else { throw .unauthorized(wasTokenSent: true) }
        return account
    }

    func removeAccount(
        of token: AuthenticatedToken, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let accounts = try accounts()
        try checkBody(request, Endpoint.SignedIn.removeAccount.bodyPolicy)
        try refuseParameters(request)
        let password = try decode(request) { $0.confirmation($1) }.password
        try admitConfirmation(of: token, accounts)
        let report = report
        try stored { () throws(StorageFailure) in
            try accounts.service.remove(token.owner, password, in: accounts.repository) { outcome in
                deferred.answer(outcome, wrong: .wrongPassword, report) { _, response in
                    response.writeDone()
                }
            }
        }
        return .deferred
    }

    /// Counts a check of the password, once for each request.
    private func admitConfirmation(
        of token: AuthenticatedToken, _ accounts: AccountDependencies
    ) throws(Problem) {
        guard reads?.isFirst(.countedAccount) ?? true else { return }
        try accounts.limits.admitConfirmation(of: token.owner)
    }

    /// The account services; throws 404 on a server without accounts.
    func accounts() throws(Problem) -> AccountDependencies {
        guard case .accounts(let accounts) = authMode else { throw .noSuchRoute }
        return accounts
    }
}

extension ResponseWriter {
    /// Writes the response with an account.
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
