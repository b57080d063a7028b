package import Items

/// Whether requests have to say whose items they are about.
package enum Access {
    /// Whoever can connect has the items of this one owner.
    case everyone(Owner)
    /// Everyone has their own, and shows a token for them.
    ///
    /// Indirect, so that whoever asks which of the two it is copies a word and not all services.
    indirect case accounts(AccountServices)

    /// Whether nobody is let in without a token.
    var wantsTokens: Bool {
        switch self {
        case .everyone: false
        case .accounts: true
        }
    }

    /// Whether there is that route: without accounts, there is nothing to sign in to.
    func has(_ route: Route) -> Bool {
        wantsTokens || !route.needsAccounts
    }
}
