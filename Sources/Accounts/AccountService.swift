package import Items

/// Sign-up, sign-in, changes and removal: the steps of each, in order.
///
/// Each starts on a lane, which passes the rows that it has read and then serves other requests. It
/// ends on the password thread or the writer, which calls `reply` once.
package struct AccountService: Sendable {
    private let hashing: PasswordHashingWorker
    private let writer: any AccountWriter
    /// Seconds that a sign-in lasts after its last use.
    private let lifetime: Double
    private let report: @Sendable (AccessFailure) -> Void

    /// Creates a service; `report` gets failures that do not fail the request, on any thread.
    package init(
        hashing: PasswordHashingWorker, writer: any AccountWriter, lifetime: Double,
        report: @escaping @Sendable (AccessFailure) -> Void
    ) {
        self.hashing = hashing
        self.writer = writer
        self.lifetime = lifetime
        self.report = report
    }

    /// Adds an account with checked members; with a set-up token the first one, which adopts what
    /// was stored without accounts.
    package func signUp(
        name: String, email: Email, password: Password, setupToken: SetupToken?,
        in repository: any AccountRows,
        reply: @escaping @Sendable (Result<Account, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        // Checked before the costly hash; the writer checks again. A wrong set-up token must not
        // find out which emails have accounts.
        if setupToken == nil, try repository.credentials(of: email) != nil {
            return reply(.failure(.taken))
        }
        hashing.hash(password) { [writer] hashed in
            switch hashed {
            case .failure(let refusal): reply(.failure(AccessFailure(refusal)))
            case .success(let stored):
                let new = NewAccount(
                    name: name, email: email, password: stored,
                    adoptsLocalItems: setupToken != nil, setupToken: setupToken?.digest)
                writer.submit(.add(new)) { outcome in
                    reply(outcome.mapError(AccessFailure.init).flatMap(\.account))
                }
            }
        }
    }

    /// Creates a token if the password of this email is right.
    ///
    /// `nil` is a password that breaks a rule; it counts as wrong.
    package func signIn(
        _ email: Email, _ password: Password?, in repository: any AccountRows,
        reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        guard let password else { return reply(.failure(.wrong)) }
        let credentials = try repository.credentials(of: email)
        let text = TokenText.random()
        verify(password, credentials) { [lifetime] verified in
            .addToken(
                NewToken(
                    selector: text.selector, digest: text.digest, owner: verified.owner,
                    lifetime: lifetime, expectedHash: verified.password))
        } reply: { outcome in
            // An account that was removed meanwhile counts as unknown.
            reply(
                outcome.mapError { $0 == .gone ? .wrong : $0 }.flatMap(\.token).map { token in
                    NewSession(text: text, token: token)
                })
        }
    }

    /// Creates a token for the account with an email that a proxy has verified; the account is added
    /// if there is none.
    package func signIn(
        verified email: Email, in repository: any AccountRows,
        reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        if let known = try repository.credentials(of: email) {
            addSession(of: known.owner, reply: reply)
        } else {
            enrol(NewAccount(name: email.nameOfNewAccount, email: email, password: nil), reply)
        }
    }

    private func enrol(
        _ new: NewAccount, _ reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) {
        writer.submit(.enrol(new)) { outcome in
            // Another server added it at the same time, so it is found now.
            if case .failure(.taken) = outcome { return enrol(new, reply) }
            switch outcome.mapError(AccessFailure.init).flatMap(\.account) {
            case .failure(let failure): reply(.failure(failure))
            case .success(let account): addSession(of: account.owner, reply: reply)
            }
        }
    }

    /// Creates a token as a sign-in does, without a password.
    private func addSession(
        of owner: Owner, reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) {
        let text = TokenText.random()
        let new = NewToken(
            selector: text.selector, digest: text.digest, owner: owner, lifetime: lifetime)
        submit(new, as: text, reply)
    }

    /// Creates a token for a program at the request of another token of the account.
    ///
    /// It lasts as a sign-in does, or until `endsAt`.
    package func addToken(
        labelled label: String, endingAt endsAt: Double?, scope: TokenScope,
        by token: AuthenticatedToken,
        reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) {
        let text = TokenText.random()
        let new = NewToken(
            selector: text.selector, digest: text.digest, owner: token.owner, label: label,
            lifetime: lifetime, endsAt: endsAt, scope: scope,
            requestedBy: token.selector)
        submit(new, as: text, reply)
    }

    private func submit(
        _ new: NewToken, as text: TokenText,
        _ reply: @escaping @Sendable (Result<NewSession, AccessFailure>) -> Void
    ) {
        writer.submit(.addToken(new)) { outcome in
            reply(
                outcome.mapError(Self.failureOfToken).flatMap(\.token).map { token in
                    NewSession(text: text, token: token)
                })
        }
    }

    /// Changes an account; new credentials take the current password.
    ///
    /// `nil` is a password that breaks a rule; it counts as wrong.
    package func change(
        _ account: Account, _ patch: AccountPatch, by token: AuthenticatedToken,
        confirmedBy current: Password?, in repository: any AccountRows,
        reply: @escaping @Sendable (Result<Account, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        let requester = token.selector
        guard patch.changesCredentials else {
            let change = AccountChange(name: patch.name, requestedBy: requester)
            writer.submit(.change(account.owner, change)) { outcome in
                reply(outcome.mapError(Self.failureOfToken).flatMap(\.changedAccount))
            }
            return
        }
        guard let current else { return reply(.failure(.wrong)) }
        let credentials = try repository.credentials(of: account.email)
        confirm(current, credentials) { verified, submit in
            store(patch.password) { stored in
                submit(
                    stored.map { stored in
                        .change(
                            account.owner,
                            AccountChange(
                                name: patch.name, email: patch.email, password: stored,
                                requestedBy: requester, expectedHash: verified.password))
                    })
            }
        } reply: { outcome in
            reply(outcome.flatMap(\.changedAccount))
        }
    }

    /// Removes an account if the password is right.
    package func remove(
        _ owner: Owner, _ password: Password?, in repository: any AccountRows,
        reply: @escaping @Sendable (Result<Void, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        guard let password else { return reply(.failure(.wrong)) }
        guard let account = try repository.account(of: owner) else {
            return reply(.failure(.gone))
        }
        let credentials = try repository.credentials(of: account.email)
        verify(password, credentials) { verified in
            .remove(verified.owner, expectedHash: verified.password)
        } reply: { outcome in
            reply(outcome.map { _ in })
        }
    }

    /// The failure of a change that a token requested. A token without its account is not valid.
    private static func failureOfToken(_ failure: AccountFailure) -> AccessFailure {
        failure == .noAccount ? .gone : AccessFailure(failure)
    }

    /// Hashes a new password, if there is one.
    private func store(
        _ password: Password?, then: @escaping @Sendable (Result<String?, AccessFailure>) -> Void
    ) {
        guard let password else { return then(.success(nil)) }
        hashing.hash(password) { hashed in
            then(hashed.mapError(AccessFailure.init).map { $0 })
        }
    }

    /// Submits a change that follows from the credentials alone, if the password is right.
    private func verify(
        _ password: Password, _ credentials: Credentials?,
        write: @escaping @Sendable (Credentials) -> AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccessFailure>) -> Void
    ) {
        confirm(
            password, credentials,
            prepare: { verified, submit in submit(.success(write(verified))) }, reply: reply)
    }

    /// Makes the change that is submitted after the password has been verified, and passes it on.
    private typealias Preparation =
        @Sendable (
            Credentials, @escaping @Sendable (Result<AccountWrite, AccessFailure>) -> Void
        ) -> Void

    /// Submits a change if the password is right; an unknown account costs the same time.
    ///
    /// Verification takes a while. If the stored hash has changed by then, the password is verified
    /// against the new one: it may be the same password, rehashed by another sign-in.
    private func confirm(
        _ password: Password, _ credentials: Credentials?, prepare: @escaping Preparation,
        reply: @escaping @Sendable (Result<AccountOutcome, AccessFailure>) -> Void
    ) {
        hashing.verify(password, against: credentials?.password) { verified in
            let check: PasswordCheck
            switch verified {
            case .failure(let refusal): return reply(.failure(AccessFailure(refusal)))
            case .success(let found): check = found
            }
            guard check.isCorrect, let credentials else { return reply(.failure(.wrong)) }
            prepare(credentials) { prepared in
                switch prepared {
                case .failure(let failure): reply(.failure(failure))
                case .success(let write):
                    writer.submit(write) { outcome in
                        finish(outcome, password, credentials, check, prepare, reply)
                    }
                }
            }
        }
    }

    /// Replies with the outcome of a change, or verifies the password once more.
    private func finish(
        _ outcome: Result<AccountOutcome, AccountFailure>, _ password: Password,
        _ credentials: Credentials, _ check: PasswordCheck, _ prepare: @escaping Preparation,
        _ reply: @escaping @Sendable (Result<AccountOutcome, AccessFailure>) -> Void
    ) {
        switch outcome {
        case .failure(.passwordChanged(let stored)):
            let now = Credentials(owner: credentials.owner, password: stored)
            confirm(password, now, prepare: prepare, reply: reply)
        // A concurrent request may have removed the account; the password was still right.
        case .failure(.noAccount): reply(.failure(.gone))
        case .failure(let failure): reply(.failure(AccessFailure(failure)))
        case .success(let done):
            storeRehash(credentials, check.rehashed)
            reply(.success(done))
        }
    }

    /// Stores the hash with today's cost, if there is one.
    private func storeRehash(
        _ credentials: Credentials, _ rehashed: Result<String, HashingFailure>?
    ) {
        switch rehashed {
        case nil: break
        case .failure(let failure): report(.hashing(failure))
        case .success(let stored):
            guard let former = credentials.password else { return }
            writer.submit(
                .rehash(credentials.owner, from: former, to: stored)
            ) { [report] outcome in
                if case .failure(let failure) = outcome, failure != .noAccount {
                    report(AccessFailure(failure))
                }
            }
        }
    }
}
