package import Accounts
package import HTTP

/// The services for authentication and accounts on one lane.
package struct AccountDependencies {
    package let repository: any AccountRepository
    package let writer: any AccountWriter
    package let tokens: TokenAuthenticator
    package let service: AccountService
    package let limits: AccountLimits
    /// Whether `POST /users` is enabled.
    package let isSignUpOpen: Bool
    /// The proxies whose forwarded client addresses are trusted.
    package let proxies: [AddressRange]
    /// The field in which these proxies name the user that they have signed in; nil without the
    /// option.
    package let proxyUser: ProxyUserField?

    /// Creates the services of a lane; all but the repository and the authenticator are shared.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, tokens: TokenAuthenticator,
        service: AccountService, limits: AccountLimits, isSignUpOpen: Bool = true,
        proxies: [AddressRange] = [], proxyUser: ProxyUserField? = nil
    ) {
        self.repository = repository
        self.writer = writer
        self.tokens = tokens
        self.service = service
        self.limits = limits
        self.isSignUpOpen = isSignUpOpen
        self.proxies = proxies
        self.proxyUser = proxyUser
    }
}
