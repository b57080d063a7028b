import Foundation
import ToDoClient

extension ServerWorld {
    /// Responds to requests about accounts; nil if the request is another one.
    mutating func respondOpen(_ call: ServerCall) throws -> ServerResponse? {
        switch call.path {
        case ["users"]:
            try check(call, ["POST"])
            return try signUp(call)
        case ["sessions"] where call.method != "GET":
            try check(call, ["POST"])
            return try signIn(call)
        case ["sessions"], ["sessions", "current"], ["users", "current"], ["tokens"]:
            return try respondSignedIn(call, session(of: call))
        default:
            guard call.path.count == 2, call.path[0] == "sessions" else { return nil }
            let own = try session(of: call).email
            try check(call, ["DELETE"])
            guard let token = token(of: own, handle: call.path[1]) else {
                throw Refusal.of("session-not-found", 404)
            }
            end(token, withMadeBySignIns: true)
            return ServerResponse(204)
        }
    }

    /// Refuses what the scope of the token does not permit.
    func checkScope(of call: ServerCall) throws(Refusal) {
        guard let scope = call.bearer.flatMap({ sessions[$0]?.scope }), scope != .all else {
            return
        }
        let isOpen = call.method == "POST" && [["users"], ["sessions"]].contains(call.path)
        guard !isOpen else { return }
        let isOwnSession = call.path == ["sessions", "current"]
        if scope == .read, !["GET", "HEAD"].contains(call.method),
            !(isOwnSession && call.method == "DELETE")
        {
            throw .of("read-only", 403)
        }
        let isOfAccount = ["users", "sessions", "tokens"].contains(call.path.first ?? "")
        if isOfAccount, !isOwnSession { throw .of("not-permitted", 403) }
    }

    /// Ends a token and those that end with it.
    private mutating func end(_ token: String, withMadeBySignIns: Bool = false) {
        guard let ended = sessions.removeValue(forKey: token),
            withMadeBySignIns || ended.label != nil
        else { return }
        for made in sessions.filter({ $0.value.maker == token }).keys {
            end(made, withMadeBySignIns: withMadeBySignIns)
        }
    }

    private func session(of call: ServerCall) throws(Refusal) -> Session {
        guard let session = call.bearer.flatMap({ sessions[$0] }) else {
            throw .of("unauthorized", 401)
        }
        return session
    }

    private func token(of email: String, handle: String) -> String? {
        sessions.first { $0.value.email == email && $0.value.handle == handle }?.key
    }

    private struct SessionBody: Encodable {
        let handle: String
        let label: String?
        let scope: TokenScope
        let createdAt = 0.0
        let lastUsedAt = 0.0
        let expiresAt: Double
        let current: Bool

        init(_ session: Session, isCurrent: Bool) {
            handle = session.handle
            label = session.label
            scope = session.scope
            expiresAt = session.expiresAt
            current = isCurrent
        }
    }

    /// Responds to requests about the account of a token.
    private mutating func respondSignedIn(
        _ call: ServerCall, _ session: Session
    ) throws -> ServerResponse {
        switch (call.path[0], call.path.count, call.method) {
        case ("sessions", 1, "GET"):
            let own = sessions.filter { $0.value.email == session.email }
            return try ServerResponse(
                200, own.map { SessionBody($0.value, isCurrent: $0.key == call.bearer) })
        case ("sessions", 2, "GET"):
            return try ServerResponse(200, SessionBody(session, isCurrent: true))
        case ("sessions", 2, "DELETE"):
            end(call.bearer ?? "")
            return ServerResponse(204)
        case ("tokens", _, "POST"):
            return try addToken(call, session)
        case ("users", _, "GET"):
            return try respondAccount(session.email)
        case ("users", _, "PATCH"):
            return try changeAccount(call, session.email)
        case ("users", _, "DELETE"):
            let body: AccountPatch = try call.content()
            guard accounts[session.email]?.password == body.password else {
                throw Refusal.of("wrong-password", 403)
            }
            accounts[session.email] = nil
            sessions = sessions.filter { $0.value.email != session.email }
            renameOwner(session.email, to: nil)
            return ServerResponse(204)
        default:
            throw Refusal.of("method-not-allowed", 405)
        }
    }

    private func respondAccount(_ email: String) throws -> ServerResponse {
        guard let account = accounts[email] else { throw Refusal.of("unauthorized", 401) }
        return try ServerResponse(200, ["name": account.name, "email": account.email])
    }

    private mutating func addToken(
        _ call: ServerCall, _ maker: Session
    ) throws -> ServerResponse {
        struct Body: Decodable { let label: String, scope: TokenScope?, expiresAt: Double? }
        struct Made: Encodable {
            let token: String, handle: String, label: String, scope: TokenScope, expiresAt: Double
        }
        let body: Body = try call.content()
        let label = body.label.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !label.isEmpty else {
            throw Refusal.invalid([ServerFault("/label", "is empty")])
        }
        let scope = body.scope ?? .items
        let scopes: [TokenScope] =
            maker.label == nil ? [.all, .items, .read, .calendar] : [.items, .read, .calendar]
        guard scopes.contains(scope) else {
            throw Refusal.invalid([ServerFault("/scope", "is not granted")])
        }
        if maker.label != nil, let end = body.expiresAt, end > maker.expiresAt {
            throw Refusal.invalid([ServerFault("/expiresAt", "is too late")])
        }
        let (token, session) = makeToken(
            maker.email, label: label, scope: scope, maker: call.bearer, expiresAt: body.expiresAt)
        return try ServerResponse(
            201,
            Made(
                token: token, handle: session.handle, label: label, scope: scope,
                expiresAt: session.expiresAt))
    }

    private mutating func makeToken(
        _ email: String, label: String? = nil, scope: TokenScope = .all, maker: String? = nil,
        expiresAt: Double? = nil
    ) -> (token: String, session: Session) {
        let token = UUID().uuidString
        let session = Session(
            email: email, handle: String(token.filter { $0 != "-" }.lowercased().prefix(12)),
            label: label, scope: scope, maker: maker, expiresAt: expiresAt ?? 4_102_444_800)
        sessions[token] = session
        return (token, session)
    }

    private struct AccountPatch: Decodable {
        let name: String?
        let email: String?
        let password: String?
        let currentPassword: String?
    }

    private mutating func changeAccount(
        _ call: ServerCall, _ key: String
    ) throws -> ServerResponse {
        let patch: AccountPatch = try call.content()
        guard var account = accounts[key] else { throw Refusal.of("unauthorized", 401) }
        let old = account
        account.name = patch.name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? old.name
        account.email = patch.email?.trimmingCharacters(in: .whitespacesAndNewlines) ?? old.email
        account.password = patch.password ?? old.password
        try refuseFaults(account)
        let newKey = account.email.lowercased()
        if newKey != key || patch.password != nil {
            guard let current = patch.currentPassword else {
                throw Refusal.invalid([
                    ServerFault("/currentPassword", "is required")
                ])
            }
            guard current == old.password else { throw Refusal.of("wrong-password", 403) }
        }
        guard newKey == key || accounts[newKey] == nil else { throw Refusal.of("email-taken", 409) }
        accounts[key] = nil
        accounts[newKey] = account
        if newKey != key { renameOwner(key, to: newKey) }
        for (token, session) in sessions where session.email == key {
            sessions[token]?.email = newKey
            if patch.password != nil, token != call.bearer { sessions[token] = nil }
        }
        return try respondAccount(newKey)
    }

    private func refuseFaults(_ account: Account) throws(Refusal) {
        let faults = SignUpRepository.faults(
            name: account.name, email: account.email, password: account.password)
        guard faults.isEmpty else {
            throw .invalid(
                faults.sorted { $0.value < $1.value }.map {
                    ServerFault("/\($0.key)", $0.value)
                })
        }
    }

    private struct AccountBody: Decodable {
        let name: String?
        let email: String
        let password: String
    }

    private mutating func signUp(_ call: ServerCall) throws -> ServerResponse {
        let body: AccountBody = try call.content()
        let email = body.email.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = (body.name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let account = Account(name: name, email: email, password: body.password)
        try refuseFaults(account)
        guard accounts[email.lowercased()] == nil else { throw Refusal.of("email-taken", 409) }
        accounts[email.lowercased()] = account
        hasAccounts = true
        return try ServerResponse(201, ["name": name, "email": email])
    }

    private mutating func signIn(_ call: ServerCall) throws -> ServerResponse {
        let body: AccountBody = try call.content()
        let email = body.email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard let account = accounts[email], account.password == body.password else {
            throw Refusal.of("wrong-credentials", 401)
        }
        let (token, session) = makeToken(email)
        return try ServerResponse(201, AccessToken(token: token, expiresAt: session.expiresAt))
    }
}
