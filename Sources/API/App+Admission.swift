import Accounts
package import HTTP
import Items

/// Admission: all that the head of a request decides, once.
///
///     route ──► caller ──► rate ──► scope ──► method ──► type and limit of the body
extension App {
    package func admit(_ request: borrowing Request) -> Admission? {
        if !isKnownUniquelyReferenced(&spare) { spare = AdmittedRequest() }
        return route(request, spare)
    }

    /// Finds the endpoint, once `Host`, `Origin` and the method permit it.
    private func route(_ request: borrowing Request, _ admitted: AdmittedRequest) -> Admission? {
        admitted.begin(request.head)
        let method = request.head.method
        let policy = corsPolicy(for: request.head, in: request.bytes)
        do throws(Problem) {
            try hostAndOrigin?.check(request, policy)
        } catch {
            admitted.decision = .refused(error)
            return Admission(admitted, body: nil)
        }
        if method == .options, request.isAboutServer {
            return conclude(admitted, .options(Method.allCases))
        }
        admitted.match = router.match(request.path)
        if method == .post, hostAndOrigin == nil, admitted.match?.route.servesAssistants == true {
            do throws(Problem) {
                // MCP requires the check also where tokens are needed (2025-11-25, Transports,
                // Security Warning).
                try HostAndOriginGuard(names: nil).check(request, policy)
            } catch {
                return refuse(admitted, error)
            }
        }
        if method == .options, admitted.match != nil || isPreflight(request, policy) {
            return conclude(admitted, .options(admitted.match?.route.methods ?? []))
        }
        if let problem = faults?.next(on: admitted.match?.route) {
            return refuse(admitted, problem)
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
                return refuse(admitted, .methodNotAllowed(route.methods))
            }
            return conclude(admitted, .open(endpoint))
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
        case .anonymous(let owner): return permit(admitted, Caller(owner: owner, token: nil))
        case .accounts(let accounts):
            admitted.isAuthenticated = true
            do throws(Problem) {
                let text = try request.bearerToken()
                let handle = request.handle
                return accounts.tokens.authenticate(text) { found in
                    identify(admitted, found, accounts)
                } later: {
                    { [self] found in waiting?.admit(handle, identify(admitted, found, accounts)) }
                }
            } catch {
                return refuse(admitted, error)
            }
        }
    }

    /// Goes on with the token that was found for the request, if there is one.
    private func identify(
        _ admitted: AdmittedRequest, _ found: Result<AuthenticatedToken?, StorageFailure>,
        _ accounts: AccountDependencies
    ) -> Admission {
        switch found {
        case .failure(let failure): return refuse(admitted, .storage(failure))
        case .success(let token?) where token.scope.isForRequests:
            do throws(Problem) {
                try accounts.limits.admitRequest(of: token)
            } catch {
                return refuse(admitted, error)
            }
            admitted.owner = token.owner.key
            return permit(admitted, Caller(owner: token.owner, token: token))
        case .success: return refuse(admitted, .unauthorized(wasTokenSent: true))
        }
    }

    /// Refuses what the caller's scope or the route does not permit.
    private func permit(_ admitted: AdmittedRequest, _ caller: Caller) -> Admission {
        let (method, route) = (admitted.method, admitted.match?.route)
        if let refusal = caller.token?.scope.refusal(of: method, on: route) {
            return refuse(admitted, refusal)
        }
        guard let route else { return refuse(admitted, admitted.mismatch ?? .noSuchRoute) }
        switch (route.endpoint(for: method), caller.token) {
        case (.owned(let endpoint)?, _): return conclude(admitted, .owned(endpoint, caller))
        case (.signedIn(let endpoint)?, let token?):
            return conclude(admitted, .signedIn(endpoint, token))
        case (.open?, _), (.signedIn?, nil), (nil, _):
            return refuse(admitted, .methodNotAllowed(route.methods))
        }
    }

    /// Decides on the endpoint, which determines the limit of the body.
    private func conclude(
        _ admitted: AdmittedRequest, _ decision: AdmittedRequest.Decision
    ) -> Admission {
        admitted.decision = decision
        let policy: BodyPolicy
        switch decision {
        case .refused, .options: policy = .nothing
        case .open(let endpoint): policy = endpoint.bodyPolicy
        case .owned(let endpoint, _): policy = endpoint.bodyPolicy
        case .signedIn(let endpoint, _): policy = endpoint.bodyPolicy
        }
        // A chunked body may be empty, and then its type does not matter.
        if admitted.typeFault != nil, !admitted.isChunked { return Admission(admitted, body: nil) }
        let size = admitted.typeFault == nil ? policy.size : .ignored
        return Admission(admitted, body: size.limit(within: maxBody))
    }

    /// A caller that is refused does not have to send a large body to get its response, and no body
    /// at all if it asks first.
    private func refuse(_ admitted: AdmittedRequest, _ problem: Problem) -> Admission {
        admitted.decision = .refused(problem)
        let little = BodyPolicy.Size.ignored.limit(within: maxBody)
        return Admission(admitted, body: admitted.expectsContinue ? nil : little)
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
        // A program with a token must not make this server send requests.
        return isOfAccount || route?.servesReminders == true ? .notPermitted : nil
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
