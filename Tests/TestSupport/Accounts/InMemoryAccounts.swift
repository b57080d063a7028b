package import Accounts
package import Items
import Synchronization

/// The double of the account repository, on dictionaries.
///
/// It records its calls, and fails as configured. Any thread may use it.
package final class InMemoryAccounts: AccountRepository, AccountRows, AccountWriter, Sendable {
    private struct Row {
        var account: Account
        var password: String?
    }

    private struct State {
        var rows: [Int: Row] = [:]
        var tokens: [TokenSelector: Token] = [:]
        var subscriptions: [Subscription] = []
        var lastKey = Owner.localKey
        var isAdopted = false
        var setupToken: Digest?
        var revocations = 0
        var writes: [AccountWrite] = []
        var lookups: [TokenSelector] = []
        var failure: StorageFailure?
        var writeFailure: AccountFailure?

        /// Revokes the chosen tokens and those that end with them; returns their number.
        mutating func revoke(
            withMadeBySignIns: Bool = false, _ isChosen: (Token) -> Bool
        ) -> Int {
            var ended = tokens.values.filter(isChosen)
            let count = tokens.count
            while let token = ended.popLast() {
                tokens[token.selector] = nil
                subscriptions.removeAll {
                    $0.owner == token.owner && $0.session == token.selector
                }
                guard withMadeBySignIns || token.label != nil else { continue }
                ended += tokens.values.filter { $0.madeBy == token.selector }
            }
            if tokens.count < count { revocations += 1 }
            return count - tokens.count
        }
    }

    private let state = Mutex(State())
    private let clock: Clock
    private let local: Owner

    /// A repository without accounts. The first account may adopt the items of `local`.
    package init(
        clock: Clock = .constant(1_000),
        local: Owner = Owner(key: Owner.localKey, epoch: "double")
    ) {
        self.clock = clock
        self.local = local
    }

    /// Every change that was submitted, in order.
    package var writes: [AccountWrite] { state.withLock(\.writes) }
    /// The selectors that were looked up, in order.
    package var lookups: [TokenSelector] { state.withLock(\.lookups) }

    /// Makes every call fail from now on; nil makes calls succeed again.
    package func fail(_ failure: StorageFailure?) {
        state.withLock { state in
            state.failure = failure
            state.writeFailure = failure.map { .storage($0) }
        }
    }

    /// Makes every change fail from now on; nil makes changes succeed again.
    package func failWrites(_ failure: AccountFailure?) {
        state.withLock { $0.writeFailure = failure }
    }

    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        try look { state in state.rows[owner.key]?.account }
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        try look { state in
            state.rows.values.first { $0.account.email == email }.map { row in
                Credentials(owner: row.account.owner, password: row.password)
            }
        }
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        let now = clock.now()
        return try look { state in
            state.lookups.append(selector)
            return state.tokens[selector].flatMap { $0.expiresAt > now ? $0 : nil }
        }
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        let now = clock.now()
        return try look { state in
            state.tokens.values.filter { $0.owner == owner && $0.expiresAt > now }
                .sorted {
                    ($0.lastUsedAt, $0.selector.high, $0.selector.low)
                        > ($1.lastUsedAt, $1.selector.high, $1.selector.low)
                }
        }
    }

    package func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription] {
        let now = clock.now()
        return try look { state in
            state.subscriptions.filter { $0.owner == owner && $0.endsAt ?? .infinity > now }
                .sorted { ($0.createdAt, $0.handle.text) < ($1.createdAt, $1.handle.text) }
        }
    }

    package func revocations() throws(StorageFailure) -> Int {
        try look(\.revocations)
    }

    package func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        let now = clock.now()
        reply(
            state.withLock { state in
                state.writes.append(write)
                if let failure = state.writeFailure { return .failure(failure) }
                do throws(AccountFailure) {
                    return .success(try perform(write, in: &state, now: now))
                } catch {
                    return .failure(error)
                }
            })
    }

    private func look<Found>(
        _ body: (inout State) -> Found
    ) throws(StorageFailure) -> Found {
        try state.withLock { state throws(StorageFailure) in
            if let failure = state.failure { throw failure }
            return body(&state)
        }
    }

    private func perform(
        _ write: AccountWrite, in state: inout State, now: Double
    ) throws(AccountFailure) -> AccountOutcome {
        switch write {
        case .add(let new): return .added(try add(new, to: &state, now: now))
        case .enrol(let new):
            let known = state.rows.values.first { $0.account.email == new.email }?.account
            if let known { return .added(known) }
            return .added(try add(new, to: &state, now: now))
        case .offerSetup(let token):
            guard state.rows.isEmpty else { throw .setupEnded }
            state.setupToken = token
        case .remove(let owner, let expected):
            try check(expected, of: owner, in: state)
            guard state.rows.removeValue(forKey: owner.key) != nil else { throw .noAccount }
            state.tokens = state.tokens.filter { $0.value.owner != owner }
            state.subscriptions.removeAll { $0.owner == owner }
            state.revocations += 1
        case .rehash(let owner, let old, let new):
            guard let row = state.rows[owner.key] else { throw .noAccount }
            if row.password == old { state.rows[owner.key]?.password = new }
        case .setPassword(let owner, let password):
            guard state.rows[owner.key] != nil else { throw .noAccount }
            state.rows[owner.key]?.password = password
            state.subscriptions.removeAll { $0.owner == owner }
            return .revoked(state.revoke { $0.owner == owner })
        case .revokeAll(let owner):
            guard state.rows[owner.key] != nil else { throw .noAccount }
            state.subscriptions.removeAll { $0.owner == owner }
            return .revoked(state.revoke { $0.owner == owner })
        case .change(let owner, let change):
            return .changed(try self.change(owner, change, in: &state))
        case .addToken(let new): return .tokenAdded(try add(new, to: &state, now: now))
        case .signOut(let selector, let owner):
            guard state.rows[owner.key]?.account.owner == owner else { throw .noAccount }
            let revoked = state.revoke { $0.owner == owner && $0.selector == selector }
            guard revoked > 0 else { throw .noToken }
            return .revoked(revoked)
        case .revokeHandle(let handle, let owner):
            guard state.rows[owner.key]?.account.owner == owner else { throw .noAccount }
            let revoked = state.revoke(withMadeBySignIns: true) {
                $0.owner == owner && handle.names($0.selector)
            }
            guard revoked > 0 else { throw .noToken }
            return .revoked(revoked)
        case .touch(let selector, let expiresAt):
            guard let token = state.tokens[selector], token.expiresAt > now else { throw .noToken }
            state.tokens[selector] = Token(
                selector: selector, digest: token.digest, owner: token.owner, label: token.label,
                createdAt: token.createdAt, lastUsedAt: now, expiresAt: expiresAt,
                isFixed: token.isFixed, scope: token.scope, madeBy: token.madeBy)
        case .reminders(let write):
            return .reminders(try perform(write, in: &state, now: now))
        }
        return .done
    }

    /// Subscriptions only: the double has no items to tell of.
    private func perform(
        _ write: ReminderWrite, in state: inout State, now: Double
    ) throws(AccountFailure) -> ReminderOutcome {
        switch write {
        case .start(let key):
            return .started(key: key, hasSubscriptions: !state.subscriptions.isEmpty)
        case .subscribe(let new): return try subscribe(new, in: &state, now: now)
        case .unsubscribe(let handle, let owner):
            let count = state.subscriptions.count
            state.subscriptions.removeAll { $0.handle == handle && $0.owner == owner }
            guard state.subscriptions.count < count else { throw .noSubscription }
            return .unsubscribed
        case .find(let handle, let owner):
            let found = state.subscriptions.first { $0.handle == handle && $0.owner == owner }
            guard let found, found.endsAt ?? .infinity > now else { throw .noSubscription }
            return .found(found)
        case .claim:
            return .claimed(
                ReminderClaim(
                    isMore: false, nextAt: nil, waiting: 0, dropped: 0,
                    hasSubscriptions: !state.subscriptions.isEmpty))
        case .exchange: return .turns(ReminderTurns(turns: [], nextAt: nil, dropped: 0))
        }
    }

    private func subscribe(
        _ new: NewSubscription, in state: inout State, now: Double
    ) throws(AccountFailure) -> ReminderOutcome {
        guard new.owner == local || state.rows[new.owner.key] != nil else { throw .noAccount }
        var endsAt: Double?
        if let session = new.session {
            guard let token = state.tokens[session], token.owner == new.owner else {
                throw .noToken
            }
            endsAt = token.isFixed ? token.expiresAt : nil
        }
        if case .webPush(let endpoint, keys: _) = new.service {
            state.subscriptions.removeAll { $0.service.url == endpoint && $0.owner != new.owner }
        }
        let known = state.subscriptions.first {
            $0.owner == new.owner && $0.service.url == new.service.url
        }
        let count = state.subscriptions.count { $0.owner == new.owner }
        guard known != nil || count < Subscription.limit else { throw .tooManySubscriptions }
        state.subscriptions.removeAll { $0.handle == known?.handle }
        let subscription = Subscription(
            handle: known?.handle ?? new.handle, owner: new.owner, service: new.service,
            label: new.label, timeZone: new.timeZone, origin: new.origin, session: new.session,
            endsAt: endsAt, createdAt: known?.createdAt ?? now,
            lastSuccessAt: known?.lastSuccessAt)
        state.subscriptions.append(subscription)
        return .subscribed(subscription, isNew: known == nil)
    }

    private func change(
        _ owner: Owner, _ change: AccountChange, in state: inout State
    ) throws(AccountFailure) -> Account {
        guard let row = state.rows[owner.key], row.account.owner == owner else {
            throw .noAccount
        }
        try check(change.expectedHash, of: owner, in: state)
        guard state.tokens[change.requestedBy]?.owner == owner else { throw .noToken }
        let former = row.account
        let isTaken = state.rows.values.contains { other in
            other.account.owner != owner && other.account.email == change.email
        }
        guard !isTaken else { throw .taken }
        let account = Account(
            owner: owner, name: change.name ?? former.name, email: change.email ?? former.email,
            createdAt: former.createdAt)
        state.rows[owner.key] = Row(account: account, password: change.password ?? row.password)
        if change.password != nil {
            state.subscriptions.removeAll {
                $0.owner == owner && $0.session != change.requestedBy
            }
            _ = state.revoke { $0.owner == owner && $0.selector != change.requestedBy }
        }
        return account
    }

    private func check(
        _ expected: String?, of owner: Owner, in state: State
    ) throws(AccountFailure) {
        guard let expected else { return }
        guard let stored = state.rows[owner.key]?.password else { throw .noAccount }
        guard stored == expected else { throw .passwordChanged(stored) }
    }

    private func add(
        _ new: NewAccount, to state: inout State, now: Double
    ) throws(AccountFailure) -> Account {
        if let token = new.setupToken {
            guard token == state.setupToken, state.rows.isEmpty else { throw .setupEnded }
        }
        guard !state.rows.values.contains(where: { $0.account.email == new.email }) else {
            throw .taken
        }
        state.setupToken = nil
        var owner = local
        if new.adoptsLocalItems {
            guard !state.isAdopted else { throw .adopted }
            state.isAdopted = true
        } else {
            state.lastKey += 1
            owner = Owner(key: state.lastKey, epoch: "epoch\(state.lastKey)")
        }
        let account = Account(owner: owner, name: new.name, email: new.email, createdAt: now)
        state.rows[owner.key] = Row(account: account, password: new.password)
        return account
    }

    private func add(
        _ new: NewToken, to state: inout State, now: Double
    ) throws(AccountFailure) -> Token {
        guard state.rows[new.owner.key] != nil else { throw .noAccount }
        try check(new.expectedHash, of: new.owner, in: state)
        if let requester = new.requestedBy, state.tokens[requester]?.owner != new.owner {
            throw .noToken
        }
        let others = state.tokens.values.filter { $0.owner == new.owner && $0.expiresAt > now }
        if others.count >= AccountWrite.tokensPerAccount,
            let oldest = others.filter({ $0.selector != new.requestedBy })
                .min(by: { $0.lastUsedAt < $1.lastUsedAt })
        {
            _ = state.revoke { $0.selector == oldest.selector }
        }
        let token = Token(
            selector: new.selector, digest: new.digest, owner: new.owner, label: new.label,
            createdAt: now, lastUsedAt: now, expiresAt: new.endsAt ?? now + new.lifetime,
            isFixed: new.endsAt != nil, scope: new.scope, madeBy: new.requestedBy)
        state.tokens[new.selector] = token
        return token
    }
}
