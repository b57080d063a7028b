package import Items

/// Where accounts are opened, entered and closed: what each of these takes, one step after the other.
///
/// It begins on a lane, which reads from its own repository and goes on with others; it ends on
/// whatever thread hashes or writes, which calls `reply` once.
package struct AccountDesk: Sendable {
    private let hashing: HashingQueue
    private let writer: any AccountWriter
    /// For how many seconds a sign-in lasts after its last use.
    private let lifetime: Double
    private let report: @Sendable (AccessFailure) -> Void

    /// A desk; `report` is told what went wrong when the client was served all the same, on any thread.
    package init(
        hashing: HashingQueue, writer: any AccountWriter, lifetime: Double,
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
        check(password, credentials) { [writer, lifetime] checked in
            let owner: Owner
            switch checked {
            case .failure(let failure): return reply(.failure(failure))
            case .success(let found): owner = found
            }
            let text = TokenText.random()
            let new = NewToken(
                selector: text.selector, digest: text.digest, owner: owner, lifetime: lifetime)
            writer.submit(.addToken(new)) { outcome in
                reply(
                    outcome.mapError(AccessFailure.init).flatMap(\.token).map { token in
                        NewSession(text: text, token: token)
                    })
            }
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
        check(password, credentials) { [writer] checked in
            if case .failure(let failure) = checked { return reply(.failure(failure)) }
            writer.submit(.remove(owner)) { outcome in
                // Another request may have been faster; the password was right all the same.
                reply(
                    outcome.map { _ in }.mapError { $0 == .noAccount ? .gone : AccessFailure($0) })
            }
        }
    }

    /// Whose password this is, at the same cost when it is nobody's.
    private func check(
        _ password: Password, _ credentials: Credentials?,
        reply: @escaping @Sendable (Result<Owner, AccessFailure>) -> Void
    ) {
        hashing.verify(password, against: credentials?.password) { [writer, report] outcome in
            switch outcome {
            case .failure(let refusal): reply(.failure(AccessFailure(refusal)))
            case .success(let verdict):
                guard verdict.isRight, let credentials else { return reply(.failure(.wrong)) }
                switch verdict.renewed {
                case nil: break
                case .failure(let failure): report(.hashing(failure))
                case .success(let stored):
                    writer.submit(
                        .rehash(credentials.owner, from: credentials.password, to: stored)
                    ) { outcome in
                        if case .failure(let failure) = outcome, failure != .noAccount {
                            report(AccessFailure(failure))
                        }
                    }
                }
                reply(.success(credentials.owner))
            }
        }
    }
}
