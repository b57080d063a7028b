import Accounts
import Items
import Testing

@Suite struct `The verification of a token` {
    @Test func `has a count of revocations from before the token was read`() throws {
        let reads = RevokedMeanwhile()

        let found = try reads.verification(of: RevokedMeanwhile.selector)

        #expect(found?.token.selector == RevokedMeanwhile.selector)
        #expect(found?.revocations == 5)
        #expect(try reads.revocations() == 6)
    }
}

/// Reads with a commit between them: the token is revoked right after it was read.
private final class RevokedMeanwhile: AccountRows {
    static let selector = TokenSelector(high: 1, low: 2)
    private var count = 5

    func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        count += 1
        return Token(
            selector: selector, digest: TokenText.random().digest,
            owner: Owner(key: 1, epoch: "k3f9"), label: nil, createdAt: 0, lastUsedAt: 0,
            expiresAt: 1, isFixed: false)
    }

    func revocations() throws(StorageFailure) -> Int { count }

    func account(of owner: Owner) throws(StorageFailure) -> Account? { nil }

    func credentials(of email: Email) throws(StorageFailure) -> Credentials? { nil }

    func tokens(of owner: Owner) throws(StorageFailure) -> [Token] { [] }
    func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription] { [] }
}
