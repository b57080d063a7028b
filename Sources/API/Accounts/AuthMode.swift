package import Items

/// Whether requests have to say whose items they are about.
package enum AuthMode {
    /// Whoever can connect has the items of this one owner.
    case anonymous(Owner)
    /// Everyone has their own, and shows a token for them.
    ///
    /// Indirect, so that whoever asks which of the two it is copies a word and not all services.
    indirect case accounts(AccountDependencies)

    /// Whether nobody is let in without a token.
    var requiresTokens: Bool {
        switch self {
        case .anonymous: false
        case .accounts: true
        }
    }

    /// Whether there is that route: without accounts, there is nothing to sign in to.
    func serves(_ route: Route) -> Bool {
        requiresTokens || !route.needsAccounts
    }
}
