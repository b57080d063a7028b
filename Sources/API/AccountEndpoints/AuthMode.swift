package import Items

/// Whether requests authenticate.
package enum AuthMode {
    /// No authentication: all requests are of this owner.
    case anonymous(Owner)
    /// Each request needs a token, which names its owner.
    ///
    /// Indirect, so that a `switch` copies one word and not all services.
    indirect case accounts(AccountDependencies)

    /// Whether requests need a token.
    var requiresTokens: Bool {
        switch self {
        case .anonymous: false
        case .accounts: true
        }
    }

    /// Whether the route exists in this mode.
    func serves(_ route: Route) -> Bool {
        requiresTokens || !route.needsAccounts
    }
}
