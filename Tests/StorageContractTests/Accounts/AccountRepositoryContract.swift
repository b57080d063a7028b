import SQLiteTestSupport
import Accounts
import Items
import StorageTestSupport
import TestSupport
import Testing

/// The contract of every account repository: each test runs on all kinds of storage.
///
/// The suites are in the other files of this folder.
@Suite struct AccountRepositoryContract {}

extension AccountWorld {
    /// Adds an account, whose name is the part of the email before the `@`.
    func add(_ email: String, adopting: Bool = false) throws -> Account {
        let outcome = try perform(
            .add(
                NewAccount(
                    name: email.split(separator: "@").first.map(String.init) ?? "",
                    email: Email(stored: email), password: "$y$\(email)",
                    adoptsLocalItems: adopting)))
        guard case .added(let account) = try outcome.get() else { throw OtherOutcome(outcome) }
        return account
    }

    /// Adds the n-th token of an account.
    func addToken(
        _ number: UInt64, of account: Account, label: String? = nil, lifetime: Double = 3_600,
        endsAt: Double? = nil, scope: TokenScope = .all, requestedBy: UInt64? = nil
    ) throws -> Token {
        let outcome = try perform(
            .addToken(
                NewToken(
                    selector: selector(number), digest: digest(number), owner: account.owner,
                    label: label, lifetime: lifetime, endsAt: endsAt, scope: scope,
                    requestedBy: requestedBy.map { selector($0) })))
        guard case .tokenAdded(let token) = try outcome.get() else { throw OtherOutcome(outcome) }
        return token
    }

    /// The numbers of those tokens that exist, up to `last`.
    func tokens(upTo last: UInt64) throws -> [UInt64] {
        try (1...last).filter { try repository.token(selector($0)) != nil }
    }
}

/// An outcome of another kind of write than the requested one.
struct OtherOutcome: Error {
    let outcome: Result<AccountOutcome, AccountFailure>

    init(_ outcome: Result<AccountOutcome, AccountFailure>) {
        self.outcome = outcome
    }
}
