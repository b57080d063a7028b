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

    /// Whether the token is valid and permits the request, or the storage failed to tell; throws only
    /// that its rows are not there yet.
    func permits(_ request: borrowing Request, on route: Route) throws(Problem) -> Bool {
        guard case .accounts(let accounts) = authMode else { return true }
        do throws(Problem) {
            return try authenticate(request, accounts).permits(request.head.method, on: route)
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

extension AuthenticatedToken {
    /// Whether the token permits a method on a path that needs a token; nil is a path without a
    /// route.
    ///
    /// A read-only token permits no unsafe method, whatever the path, so that no endpoint can be
    /// forgotten. A program may give its own token back: that ends what the token permits.
    func permits(_ method: Method, on route: Route?) -> Bool {
        method.isSafe || !isReadOnly || route?.endpoint(for: method) == .signedIn(.signOut)
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
