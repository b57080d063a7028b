package import Accounts
package import HTTP

/// What a lane needs to know whose a request is, and to let people in and out.
package struct AccountDependencies {
    package let repository: any AccountRepository
    package let writer: any AccountWriter
    package let tokens: TokenAuthenticator
    package let service: AccountService
    package let limits: AccountLimits
    /// Whether anyone may make an account.
    package let isSignUpOpen: Bool
    /// Whose word is taken for where a request comes from.
    package let proxies: [AddressRange]

    /// The services of one lane; all but the repository and the tokens are shared by all lanes.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, tokens: TokenAuthenticator,
        service: AccountService, limits: AccountLimits, isSignUpOpen: Bool = true,
        proxies: [AddressRange] = []
    ) {
        self.repository = repository
        self.writer = writer
        self.tokens = tokens
        self.service = service
        self.limits = limits
        self.isSignUpOpen = isSignUpOpen
        self.proxies = proxies
    }
}
