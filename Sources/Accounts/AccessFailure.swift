package import Items

/// Why a sign-up, sign-in or removal failed.
package enum AccessFailure: Error, Equatable, Sendable {
    /// No account has this email and this password.
    case wrong
    /// The caller's account has been removed, or the caller's token revoked, meanwhile.
    case gone
    /// Another account has this email.
    case taken
    /// The set-up token has ended.
    case setupEnded
    /// The password queue is full; a retry may succeed after these seconds.
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

    /// An account that was removed after the lookup counts as unknown.
    package init(_ failure: AccountFailure) {
        switch failure {
        case .taken, .adopted: self = .taken
        case .setupEnded: self = .setupEnded
        case .noAccount, .passwordChanged: self = .wrong
        // No change of an account fails by its subscriptions.
        case .noToken, .noSubscription, .tooManySubscriptions: self = .gone
        case .storage(let failure): self = .storage(failure)
        }
    }
}

extension AccessFailure {
    /// The failure for the outcome of another change, which indicates a bug in the writer.
    fileprivate static let unexpectedOutcome = storage(.unexpected("another change was answered"))
}

/// A token that was created.
package struct NewSession: Sendable {
    /// The token's text, shown once in the response.
    package let text: TokenText
    package let token: Token
}

extension AccountOutcome {
    var account: Result<Account, AccessFailure> {
        if case .added(let account) = self {
            .success(account)
        } else {
            .failure(.unexpectedOutcome)
        }
    }

    var changedAccount: Result<Account, AccessFailure> {
        if case .changed(let account) = self {
            .success(account)
        } else {
            .failure(.unexpectedOutcome)
        }
    }

    var token: Result<Token, AccessFailure> {
        if case .tokenAdded(let token) = self {
            .success(token)
        } else {
            .failure(.unexpectedOutcome)
        }
    }
}
