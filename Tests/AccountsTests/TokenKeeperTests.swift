import Accounts
import Items
import Synchronization
import TestSupport
import Testing

private let hour = 3_600.0
private let month = 30 * 24 * hour

/// Accounts with one account in them, and keepers of tokens, one for each lane.
private final class KeeperWorld {
    let time = MovableTime(1_000_000)
    let accounts: InMemoryAccounts
    let known: KnownTokens
    let owner: Owner
    let reports = Reports()
    private let capacity: Int

    init(capacity: Int = 4_096) throws {
        self.capacity = capacity
        accounts = InMemoryAccounts(clock: time.clock)
        known = KnownTokens(capacity: capacity)
        owner = try accounts.signUp("ada@example.org")
    }

    func lane(lifetime: Double = month) -> TokenKeeper {
        TokenKeeper(
            repository: accounts, writer: accounts, known: known, clock: time.clock,
            lifetime: lifetime, capacity: capacity, report: reports.take)
    }

    func token(label: String? = nil, lifetime: Double = month) -> TokenText {
        let token = TokenText.random()
        accounts.submit(
            .addToken(
                NewToken(
                    selector: token.selector, digest: token.digest, owner: owner, label: label,
                    lifetime: lifetime))
        ) { _ in }
        return token
    }

    var touches: [AccountWrite] {
        accounts.writes.filter { if case .touch = $0 { true } else { false } }
    }
}

/// What was reported.
private final class Reports: Sendable {
    private let failures = Mutex<[AccountFailure]>([])

    var all: [AccountFailure] { failures.withLock { $0 } }

    @Sendable func take(_ failure: AccountFailure) {
        failures.withLock { $0.append(failure) }
    }
}

extension InMemoryAccounts {
    /// Adds an account and says who it is.
    fileprivate func signUp(_ email: String) throws -> Owner {
        let outcome = Mutex<Result<AccountOutcome, AccountFailure>?>(nil)
        submit(.add(NewAccount(name: "x", email: Email(stored: email), password: "plain:x"))) {
            result in outcome.withLock { $0 = result }
        }
        guard case .added(let account) = try outcome.withLock({ $0 })?.get() else {
            throw AccountFailure.noAccount
        }
        return account.owner
    }
}

extension TokenKeeper {
    /// Whose token this is.
    fileprivate func bearer(of token: TokenText) throws -> Bearer? {
        try bearer(of: token.revealed.utf8Span.span)
    }
}

@Suite struct `A token` {
    @Test func `is its owner's, and looked up once`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())

        let bearers = try (0..<3).map { _ in try lane.bearer(of: token) }

        #expect(bearers.map(\.?.owner) == [world.owner, world.owner, world.owner])
        #expect(bearers[0]?.selector == token.selector)
        #expect(bearers[0]?.expiresAt == 1_000_000 + month)
        #expect(world.accounts.lookups == [token.selector])
    }

    @Test func `that is made up is looked up, and not remembered`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (TokenText.random(), world.lane())

        let bearers = try (0..<2).map { _ in try lane.bearer(of: token) }

        #expect(bearers.allSatisfy { $0 == nil })
        #expect(world.accounts.lookups == [token.selector, token.selector])
    }

    @Test(arguments: ["", "x", "Bearer", String(repeating: "A", count: 66)])
    func `that is none is not even looked up`(text: String) throws {
        let world = try KeeperWorld()
        let lane = world.lane()

        let bearer = try lane.bearer(of: text.utf8Span.span)

        #expect(bearer == nil)
        #expect(world.accounts.lookups.isEmpty)
    }

    @Test(arguments: [false, true])
    func `with another's secret is nobody's`(isKnown: Bool) throws {
        let world = try KeeperWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        if isKnown { _ = try lane.bearer(of: token) }
        let text = token.selector.text + other.revealed.dropFirst(22)

        let bearer = try lane.bearer(of: text.utf8Span.span)
        let right = try lane.bearer(of: token)

        #expect(bearer == nil)
        #expect(right?.owner == world.owner)
    }

    @Test func `is known without asking for memory`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        let text = Array(token.revealed.utf8)
        _ = try lane.bearer(of: token)
        var bearer: Bearer?

        let count = try allocations { bearer = try lane.bearer(of: text.span) }

        #expect(bearer?.owner == world.owner)
        #expect(count == 0)
    }

    @Test func `that is revoked is nobody's at once, on every lane`() throws {
        let world = try KeeperWorld()
        let (token, other, lanes) = (world.token(), world.token(), [world.lane(), world.lane()])
        for lane in lanes { _ = try (lane.bearer(of: token), lane.bearer(of: other)) }

        world.accounts.submit(.revoke(token.selector)) { _ in }

        for lane in lanes {
            #expect(try lane.bearer(of: token) == nil)
            #expect(try lane.bearer(of: other)?.owner == world.owner)
        }
    }

    @Test func `of an account that is removed is nobody's`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        let bearer = try #require(try lane.bearer(of: token))

        world.accounts.submit(.remove(world.owner)) { _ in }

        #expect(try !lane.isValid(bearer))
        #expect(try lane.bearer(of: token) == nil)
    }

    @Test func `has one bearer on all lanes`() throws {
        let world = try KeeperWorld()
        let (token, lanes) = (world.token(), [world.lane(), world.lane()])

        let bearers = try lanes.map { try $0.bearer(of: token) }

        #expect(bearers[0] != nil)
        #expect(bearers[0] === bearers[1])
    }

    @Test func `keeps its bucket when another is revoked`() throws {
        let world = try KeeperWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        let before = try lane.bearer(of: token)

        world.accounts.submit(.revoke(other.selector)) { _ in }

        #expect(before != nil)
        #expect(try lane.bearer(of: token) === before)
    }

    /// A stream is asked after each commit, and sends its token only once.
    @Test func `is looked up once for whoever listens, when another is revoked`() throws {
        let world = try KeeperWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        let bearer = try #require(try lane.bearer(of: token))
        let forged = token.selector.text + other.revealed.dropFirst(22)
        world.accounts.submit(.revoke(other.selector)) { _ in }
        let before = world.accounts.lookups.count

        let answers = try (0..<3).map { _ in try lane.isValid(bearer) }
        let lookups = world.accounts.lookups.count - before

        #expect(answers == [true, true, true])
        #expect(lookups == 1)
        #expect(try lane.bearer(of: forged.utf8Span.span) == nil)
        #expect(try lane.bearer(of: token) === bearer)
    }

    @Test func `of very many is still known, in bounded memory`() throws {
        let world = try KeeperWorld(capacity: 10)
        let lane = world.lane()
        let tokens = (0..<50).map { _ in world.token() }

        for _ in 0..<2 {
            for token in tokens { #expect(try lane.bearer(of: token)?.owner == world.owner) }
        }
        let lookups = world.accounts.lookups.count
        for token in tokens.suffix(5) { _ = try lane.bearer(of: token) }

        #expect(lookups == 100)
        #expect(world.accounts.lookups.count == lookups)
    }

    @Test func `cannot be judged while storage fails, known or not`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        let bearer = try #require(try lane.bearer(of: token))

        world.accounts.fail(.inputOutput("disk"))

        #expect(throws: StorageFailure.inputOutput("disk")) { try lane.bearer(of: token) }
        #expect(throws: StorageFailure.inputOutput("disk")) { try lane.isValid(bearer) }
    }
}

@Suite struct `The life of a token` {
    @Test func `ends when it was not used for so long`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        let bearer = try #require(try lane.bearer(of: token))

        world.time.now += month - 1
        let before = try world.accounts.token(token.selector)
        world.time.now += 1

        #expect(before != nil)
        #expect(try lane.bearer(of: token) == nil)
        #expect(try !lane.isValid(bearer))
        #expect(world.touches.isEmpty)
    }

    @Test func `begins anew with each use, which is written down once in an hour`() throws {
        let world = try KeeperWorld()
        let (token, lanes) = (world.token(), [world.lane(), world.lane()])

        for minute in 1...150 {
            world.time.now = 1_000_000 + Double(minute) * 60
            for lane in lanes { #expect(try lane.bearer(of: token) != nil) }
        }

        let first = 1_000_000 + 61 * 60.0
        let second = first + 61 * 60
        #expect(
            world.touches == [
                .touch(token.selector, expiresAt: first + month),
                .touch(token.selector, expiresAt: second + month),
            ])
        #expect(try lanes[0].bearer(of: token)?.expiresAt == second + month)
        #expect(try world.accounts.token(token.selector)?.expiresAt == second + month)
    }

    @Test func `goes on while somebody listens with it`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        let bearer = try #require(try lane.bearer(of: token))

        for _ in 0..<60 {
            world.time.now += 24 * hour
            #expect(try lane.isValid(bearer))
        }

        #expect(world.touches.count == 60)
    }

    @Test func `is what an operator made it, and otherwise what is configured`() throws {
        let world = try KeeperWorld()
        let lane = world.lane(lifetime: 7 * 24 * hour)
        let session = world.token()
        let named = world.token(label: "backup", lifetime: 365 * 24 * hour)
        world.time.now += 2 * hour

        let tokens = [session, named]
        for token in tokens { _ = try lane.bearer(of: token) }

        #expect(
            world.touches == [
                .touch(session.selector, expiresAt: world.time.now + 7 * 24 * hour),
                .touch(named.selector, expiresAt: world.time.now + 365 * 24 * hour),
            ])
        #expect(try lane.bearer(of: session)?.expiresAt == world.time.now + 7 * 24 * hour)
    }

    @Test func `slides as well when it is shorter than an hour`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(lifetime: 600), world.lane(lifetime: 600))

        for _ in 0..<20 {
            world.time.now += 300
            #expect(try lane.bearer(of: token) != nil)
        }
        world.time.now += 600

        #expect(try lane.bearer(of: token) == nil)
    }

    @Test func `that cannot be written down is reported, and harms nothing`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        world.accounts.failWrites(.storage(.full("disk")))
        world.time.now += 2 * hour

        let bearers = try (0..<3).map { _ in try lane.bearer(of: token) }

        #expect(bearers.allSatisfy { $0?.owner == world.owner })
        #expect(bearers[0]?.expiresAt == 1_000_000 + month)
        #expect(world.reports.all == [.storage(.full("disk"))])
    }

    @Test func `that has been revoked meanwhile is nothing to report`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        world.accounts.failWrites(.noToken)
        world.time.now += 2 * hour

        _ = try lane.bearer(of: token)

        #expect(world.touches.count == 1)
        #expect(world.reports.all.isEmpty)
    }

    /// A clock that was set back by ten years shuts nobody out.
    @Test func `does not end when the clock is set back`() throws {
        let world = try KeeperWorld()
        let (token, lane) = (world.token(), world.lane())
        _ = try lane.bearer(of: token)

        world.time.now -= 10 * 365 * 24 * hour

        #expect(try lane.bearer(of: token) != nil)
        #expect(
            world.touches == [.touch(token.selector, expiresAt: world.time.now + month)])
    }

    /// Nor is a token that was used while the clock was ten years ahead good for ten years.
    @Test func `is as long as ever when the clock was ahead`() throws {
        let world = try KeeperWorld()
        world.time.now += 10 * 365 * 24 * hour
        let token = world.token()
        _ = try world.lane().bearer(of: token)
        world.time.now -= 10 * 365 * 24 * hour
        let lane = world.lane()
        _ = try lane.bearer(of: token)

        world.time.now += month - 1
        let before = try world.accounts.token(token.selector)
        world.time.now += 1
        let after = try lane.bearer(of: token)

        #expect(before != nil)
        #expect(after == nil)
    }
}
