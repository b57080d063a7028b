package import Items

/// Why nobody was let in.
package enum AccessFailure: Error, Equatable, Sendable {
    /// No account has this email and this password.
    case wrong
    /// The account whose owner asked has been removed meanwhile.
    case gone
    /// Somebody else has that email.
    case taken
    /// Too many passwords wait to be hashed; after so many seconds it may be better.
    case overloaded(retryAfterSeconds: Int)
    case hashing(HashingFailure)
    case storage(StorageFailure)

    init(_ refusal: HashingRefusal) {
        switch refusal {
        case .overloaded(let seconds): self = .overloaded(retryAfterSeconds: seconds)
        case .failed(let failure): self = .hashing(failure)
        case .stopped: self = .storage(.stopped)
        }
    }

    /// An account that has gone since it was looked up was never there, as far as anybody is told.
    package init(_ failure: AccountFailure) {
        switch failure {
        case .taken, .adopted: self = .taken
        case .noAccount, .passwordChanged, .noToken: self = .wrong
        case .storage(let failure): self = .storage(failure)
        }
    }
}

extension AccessFailure {
    /// A writer that does what it was asked never answers so.
    fileprivate static let unexpectedOutcome = storage(.unexpected("another change was answered"))
}

/// A sign-in that succeeded.
package struct NewSession: Sendable {
    /// To be shown once, to whoever signed in.
    package let text: TokenText
    package let token: Token
}

extension AccountOutcome {
    /// The account that was added.
    var account: Result<Account, AccessFailure> {
        if case .added(let account) = self {
            .success(account)
        } else {
            .failure(.unexpectedOutcome)
        }
    }

    /// The token that was added.
    var token: Result<Token, AccessFailure> {
        if case .tokenAdded(let token) = self {
            .success(token)
        } else {
            .failure(.unexpectedOutcome)
        }
    }
}
