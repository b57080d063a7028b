import Accounts
package import HTTP
import Items

/// Admission: all that the head of a request decides, once.
///
///     route ──► caller ──► rate ──► scope ──► method ──► type and limit of the body
extension App {
    package func admit(_ request: borrowing Request) -> Admission? {
        if !isKnownUniquelyReferenced(&spare) { spare = AdmittedRequest() }
        return admit(request, as: spare)
    }

    private func admit(_ request: borrowing Request, as admitted: AdmittedRequest) -> Admission? {
        admitted.begin(request.head)
        let method = request.head.method
        let policy = corsPolicy(for: request.head, in: request.bytes)
        do throws(Problem) {
            try crossSite?.check(request, policy)
        } catch {
            admitted.decision = .refused(error)
            return Admission(admitted, body: nil)
        }
        if method == .options, request.isAboutServer {
            return admit(admitted, .options(Method.allCases))
        }
        admitted.match = router.match(request.path)
        if method == .post, crossSite == nil, admitted.match?.route.servesAssistants == true {
            do throws(Problem) {
                // MCP requires the check also where tokens are needed (2025-11-25, Transports,
                // Security Warning).
                try CrossSiteGuard(names: nil).check(request, policy)
            } catch {
                return admit(admitted, .refused(error))
            }
        }
        if method == .options, admitted.match != nil || isPreflight(request, policy) {
            return admit(admitted, .options(admitted.match?.route.methods ?? []))
        }
        if let endpoint = admitted.match?.route.endpoint(for: method) {
            do throws(Problem) {
                try checkType(request, endpoint.bodyPolicy.types)
            } catch {
                admitted.typeFault = error
            }
        }
        if let route = admitted.match?.route, route.isOpen(to: method) {
            guard case .open(let endpoint)? = route.endpoint(for: method) else {
                return admit(admitted, .refused(.methodNotAllowed(route.methods)))
            }
            return admit(admitted, .open(endpoint))
        }
        if admitted.match == nil { admitted.mismatch = router.mismatch(request.path) }
        // Authentication comes before 404: the existence of a path is not public either.
        return authenticate(request, admitted)
    }

    /// Identifies the caller; nil if a lookup has to finish first.
    private func authenticate(
        _ request: borrowing Request, _ admitted: AdmittedRequest
    ) -> Admission? {
        switch authMode {
        case .anonymous(let owner): return admit(admitted, by: Caller(owner: owner, token: nil))
        case .accounts(let accounts):
            admitted.isAuthenticated = true
            do throws(Problem) {
                let text = try request.bearerToken()
                let handle = request.handle
                return accounts.tokens.authenticate(text) { found in
                    admit(admitted, by: found, accounts)
                } later: {
                    { [self] found in waiting?.admit(handle, admit(admitted, by: found, accounts)) }
                }
            } catch {
                return admit(admitted, .refused(error))
            }
        }
    }

    private func admit(
        _ admitted: AdmittedRequest, by found: Result<AuthenticatedToken?, StorageFailure>,
        _ accounts: AccountDependencies
    ) -> Admission {
        switch found {
        case .failure(let failure): return admit(admitted, .refused(.storage(failure)))
        case .success(nil): return admit(admitted, .refused(.unauthorized(wasTokenSent: true)))
        case .success(let token?):
            do throws(Problem) {
                try accounts.limits.admitRequest(of: token)
            } catch {
                return admit(admitted, .refused(error))
            }
            admitted.owner = token.owner.key
            return admit(admitted, by: Caller(owner: token.owner, token: token))
        }
    }

    private func admit(_ admitted: AdmittedRequest, by caller: Caller) -> Admission {
        let (method, route) = (admitted.method, admitted.match?.route)
        if let refusal = caller.token?.scope.refusal(of: method, on: route) {
            return admit(admitted, .refused(refusal))
        }
        guard let route else { return admit(admitted, .refused(admitted.mismatch ?? .noSuchRoute)) }
        switch (route.endpoint(for: method), caller.token) {
        case (.owned(let endpoint)?, _): return admit(admitted, .owned(endpoint, caller))
        case (.signedIn(let endpoint)?, let token?):
            return admit(admitted, .signedIn(endpoint, token))
        case (.open?, _), (.signedIn?, nil), (nil, _):
            return admit(admitted, .refused(.methodNotAllowed(route.methods)))
        }
    }

    /// Decides on the endpoint, which determines the limit of the body.
    private func admit(
        _ admitted: AdmittedRequest, _ decision: AdmittedRequest.Decision
    ) -> Admission {
        admitted.decision = decision
        let little = BodyPolicy.Size.ignored.limit(within: maxBody)
        let policy: BodyPolicy
        switch decision {
        // A caller that will be refused does not have to send a large body to get its response, and
        // no body at all if it asks first.
        case .refused: return Admission(admitted, body: admitted.expectsContinue ? nil : little)
        case .options: return Admission(admitted, body: little)
        case .open(let endpoint): policy = endpoint.bodyPolicy
        case .owned(let endpoint, _): policy = endpoint.bodyPolicy
        case .signedIn(let endpoint, _): policy = endpoint.bodyPolicy
        }
        // A chunked body may be empty, and then its type does not matter.
        guard admitted.typeFault == nil else {
            return Admission(admitted, body: admitted.isChunked ? little : nil)
        }
        return Admission(admitted, body: policy.size.limit(within: maxBody))
    }
}

extension TokenScope {
    /// The problem of a method on a path that needs a token, unless the scope permits it; nil is a
    /// path without a route.
    ///
    /// `read` permits no unsafe method, whatever the path, so that no endpoint can be forgotten.
    /// A program may read and revoke its own token, which only takes rights away. Assistants send
    /// everything by POST; their endpoint decides which tools write.
    func refusal(of method: Method, on route: Route?) -> Problem? {
        guard self != .all else { return nil }
        let endpoint = route?.endpoint(for: method)
        if self == .read, !method.isSafe, endpoint != .signedIn(.signOut),
            endpoint != .owned(.assist)
        {
            return .readOnlyToken
        }
        let isOfAccount = route?.needsAccounts == true && route?.isOwnSession == false
        return isOfAccount ? .notPermitted : nil
    }
}

extension Request {
    @_lifetime(copy self)
    fileprivate func bearerToken() throws(Problem) -> Span<UInt8> {
        guard let value = value(.authorization), let start = value.startOfToken else {
            throw .unauthorized(wasTokenSent: false)
        }
        // If there are two fields, a proxy may have checked the other one.
        guard head.count(of: .authorization) == 1 else { throw .repeatedAuthorization }
        return value.extracting(start...)
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
