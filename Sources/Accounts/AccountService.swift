package import Items

/// Where accounts are opened, entered and closed: what each of these takes,
/// one step after the other.
///
/// It begins on a lane, which reads from its own repository and goes on with others; it ends on
/// whatever thread hashes or writes, which calls `reply` once.
package struct AccountService: Sendable {
    private let hashing: PasswordHashingWorker
    private let writer: any AccountWriter
    /// For how many seconds a sign-in lasts after its last use.
    private let lifetime: Double
    private let report: @Sendable (AccessFailure) -> Void

    /// A desk; `report` is told what went wrong when the client was served
    /// all the same, on any thread.
    package init(
        hashing: PasswordHashingWorker, writer: any AccountWriter, lifetime: Double,
        report: @escaping @Sendable (AccessFailure) -> Void
    ) {
        self.hashing = hashing
        self.writer = writer
        self.lifetime = lifetime
        self.report = report
    }

    /// Opens an account, all members of which have been checked.
    package func signUp(
        name: String, email: Email, password: Password, in repository: any AccountRepository,
        reply: @escaping @Sendable (Result<Account, AccessFailure>) -> Void
    ) throws(StorageFailure) {
        // Before it costs anything; the writer looks again.
        guard try repository.credentials(of: email) == nil else { return reply(.failure(.taken)) }
        hashing.hash(password) { [writer] hashed in
            switch hashed {
            case .failure(let refusal): reply(.failure(AccessFailure(refusal)))
            case .success(let stored):
                let new = NewAccount(name: name, email: email, password: stored)
                writer.submit(.add(new)) { outcome in
                    reply(outcome.mapError(AccessFailure.init).flatMap(\.account))
                }
            }
        }
    }

    /// Makes a token for whoever knows the password of this email.
    ///
    /// A password that none can be is `nil`, and no more than wrong.
    package func signIn(
        _ email: Email, _ password: Password?, in repository: any AccountRepository,
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
            // An account that has gone meanwhile was never there, as far as anybody is told.
            reply(
                outcome.mapError { $0 == .gone ? .wrong : $0 }.flatMap(\.token).map { token in
                    NewSession(text: text, token: token)
                })
        }
    }

    /// Removes an account, if its password is right once more.
    package func remove(
        _ owner: Owner, _ password: Password?, in repository: any AccountRepository,
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

    /// Does a change for whoever knows the password; to refuse it costs the
    /// same when it is nobody's.
    ///
    /// It takes a while to find that out. Where another string is stored by then, the password
    /// has to be right by that one: it may be the same, which another sign-in has renewed.
    private func verify(
        _ password: Password, _ credentials: Credentials?,
        write: @escaping @Sendable (Credentials) -> AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccessFailure>) -> Void
    ) {
        hashing.verify(password, against: credentials?.password) { verified in
            let check: PasswordCheck
            switch verified {
            case .failure(let refusal): return reply(.failure(AccessFailure(refusal)))
            case .success(let found): check = found
            }
            guard check.isCorrect, let credentials else { return reply(.failure(.wrong)) }
            writer.submit(write(credentials)) { outcome in
                switch outcome {
                case .failure(.passwordChanged(let stored)):
                    let now = Credentials(owner: credentials.owner, password: stored)
                    verify(password, now, write: write, reply: reply)
                // Another request may have been faster; the password was right all the same.
                case .failure(.noAccount): reply(.failure(.gone))
                case .failure(let failure): reply(.failure(AccessFailure(failure)))
                case .success(let done):
                    storeRehash(credentials, check.rehashed)
                    reply(.success(done))
                }
            }
        }
    }

    /// Stores a string that is as strong as today's, if one was made.
    private func storeRehash(
        _ credentials: Credentials, _ rehashed: Result<String, HashingFailure>?
    ) {
        switch rehashed {
        case nil: break
        case .failure(let failure): report(.hashing(failure))
        case .success(let stored):
            writer.submit(
                .rehash(credentials.owner, from: credentials.password, to: stored)
            ) { [report] outcome in
                if case .failure(let failure) = outcome, failure != .noAccount {
                    report(AccessFailure(failure))
                }
            }
        }
    }
}
