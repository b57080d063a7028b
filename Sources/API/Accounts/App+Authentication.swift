import Accounts
import HTTP
import Items

/// Authentication.
extension App {
    /// Authenticates the request: its owner and, with accounts, its token.
    func caller(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Caller {
        switch authMode {
        case .anonymous(let owner): return Caller(owner: owner, token: nil)
        case .accounts(let accounts):
            response.vary(.authorization)
            let token = try authenticate(request, accounts)
            if reads?.isFirst(.countedRequest) ?? true {
                try accounts.limits.admitRequest(of: token)
            }
            return Caller(owner: token.owner, token: token)
        }
    }

    /// Whether the token is valid, or the storage failed to tell; throws only that its rows are
    /// not there yet.
    func isAuthenticated(_ request: borrowing Request) throws(Problem) -> Bool {
        guard case .accounts(let accounts) = authMode else { return true }
        do throws(Problem) {
            _ = try authenticate(request, accounts)
            return true
        } catch {
            if case .storage(.pending) = error { throw error }
            return error.kind != .unauthorized
        }
    }

    /// Reads what every request reads, to find out whether the database answers.
    func checkStorage() throws(StorageFailure) {
        switch authMode {
        case .anonymous(let owner): _ = try items.revision(of: owner)
        case .accounts(let accounts): _ = try accounts.repository.revocations()
        }
    }

    /// The valid token of the request.
    private func authenticate(
        _ request: borrowing Request, _ accounts: AccountDependencies
    ) throws(Problem) -> AuthenticatedToken {
        guard let value = request.value(.authorization), let start = value.startOfToken else {
            throw .unauthorized(wasTokenSent: false)
        }
        // Of two fields, a proxy may have checked the other one.
        guard request.head.count(of: .authorization) == 1 else {
            throw .repeatedAuthorization
        }
        let text = value.extracting(start...)
        let token = try stored { () throws(StorageFailure) in
            try accounts.tokens.authenticate(text)
        }
        guard let token else { throw .unauthorized(wasTokenSent: true) }
        return token
    }
}

extension Span where Element == UInt8 {
    /// The offset of the token in `Authorization`; nil for another scheme.
    ///
    ///     credentials = "Bearer" 1*SP b64token      RFC 6750 §2.1; in any case (RFC 9110 §11.1)
    fileprivate var startOfToken: Int? {
        let scheme = 6
        guard count > scheme, extracting(first: scheme).equalsIgnoringCase("bearer"),
            self[scheme] == space
        else { return nil }
        var start = scheme
        while start < count, self[start] == space { start += 1 }
        return start
    }
}

private let space = UInt8(ascii: " ")
