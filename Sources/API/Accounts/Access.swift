package import Accounts
package import HTTP
package import Items

/// Whether requests have to say whose items they are about.
package enum Access {
    /// Whoever can connect has the items of this one owner.
    case everyone(Owner)
    /// Everyone has their own, and shows a token for them.
    case accounts(AccountServices)

    /// The routes that there are: without accounts, there is nothing to sign in to.
    var routes: [Route] {
        switch self {
        case .everyone: Route.all.filter { !$0.needsAccounts }
        case .accounts: Route.all
        }
    }
}

/// What a lane needs to know whose a request is, and to let people in and out.
package struct AccountServices {
    package let repository: any AccountRepository
    package let writer: any AccountWriter
    package let tokens: TokenKeeper
    package let desk: AccountDesk
    package let limits: AccountLimits
    /// Whether anyone may make an account.
    package let isSignUpOpen: Bool
    /// Whose word is taken for where a request comes from.
    package let proxies: [AddressRange]

    /// The services of one lane; all but the repository and the tokens are shared by all lanes.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, tokens: TokenKeeper,
        desk: AccountDesk, limits: AccountLimits, isSignUpOpen: Bool = true,
        proxies: [AddressRange] = []
    ) {
        self.repository = repository
        self.writer = writer
        self.tokens = tokens
        self.desk = desk
        self.limits = limits
        self.isSignUpOpen = isSignUpOpen
        self.proxies = proxies
    }
}
