import Accounts
import Items
import TestSupport
import Testing

@Suite struct `A token` {
    @Test func `authenticates its owner and is looked up once`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())

        let authenticated = try (0..<3).map { _ in try lane.authenticate(token) }

        #expect(authenticated.map(\.?.owner) == [world.owner, world.owner, world.owner])
        #expect(authenticated[0]?.selector == token.selector)
        #expect(authenticated[0]?.expiresAt == 1_000_000 + month)
        #expect(world.accounts.lookups == [token.selector])
    }

    @Test func `that is unknown is looked up each time`() throws {
        let world = try TokenWorld()
        let (token, lane) = (TokenText.random(), world.lane())

        let authenticated = try (0..<2).map { _ in try lane.authenticate(token) }

        #expect(authenticated.allSatisfy { $0 == nil })
        #expect(world.accounts.lookups == [token.selector, token.selector])
    }

    @Test(arguments: ["", "x", "Bearer", String(repeating: "A", count: 66)])
    func `with invalid text is not looked up`(text: String) throws {
        let world = try TokenWorld()
        let lane = world.lane()

        let authenticated = try lane.authenticate(text.utf8Span.span)

        #expect(authenticated == nil)
        #expect(world.accounts.lookups.isEmpty)
    }

    @Test(arguments: [false, true])
    func `with another token's secret has no owner`(isKnown: Bool) throws {
        let world = try TokenWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        if isKnown { _ = try lane.authenticate(token) }
        let text = token.selector.text + other.revealed.dropFirst(22)

        let authenticated = try lane.authenticate(text.utf8Span.span)
        let right = try lane.authenticate(token)

        #expect(authenticated == nil)
        #expect(right?.owner == world.owner)
    }

    @Test func `is verified without allocations`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let text = Array(token.revealed.utf8)
        _ = try lane.authenticate(token)
        // The first call for a known token makes the metadata of types, once in a process.
        _ = try lane.authenticate(text.span)
        var authenticated: AuthenticatedToken?

        let count = try allocations { authenticated = try lane.authenticate(text.span) }

        #expect(authenticated?.owner == world.owner)
        #expect(count == 0)
    }

    /// This includes unused bits of the last letter, and the dot.
    @Test func `with any bit changed has no owner, cached or not`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let text = Array(token.revealed.utf8)
        let authenticated = try lane.authenticate(text.span)

        let others = try (0..<8 * text.count).filter { bit in
            var other = text
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            return try lane.authenticate(other.span) != nil
        }

        #expect(others.isEmpty)
        #expect(authenticated != nil)
        #expect(try lane.authenticate(text.span) === authenticated)
    }

    @Test func `that one lane has verified is looked up by no other`() throws {
        let world = try TokenWorld()
        let (tokens, lanes) = ((0..<100).map { _ in world.token() }, [world.lane(), world.lane()])
        for token in tokens { _ = try lanes[0].authenticate(token) }
        let before = world.accounts.lookups.count

        for lane in lanes {
            for token in tokens {
                #expect(try lane.authenticate(token)?.selector == token.selector)
            }
        }

        #expect((before, world.accounts.lookups.count) == (100, 100))
    }

    @Test func `is looked up once by all lanes after any revocation`() throws {
        let world = try TokenWorld()
        let (tokens, lanes) = ((0..<10).map { _ in world.token() }, [world.lane(), world.lane()])
        for token in tokens { for lane in lanes { _ = try lane.authenticate(token) } }
        world.accounts.submit(.signOut(tokens[0].selector, of: world.owner)) { _ in }
        let before = world.accounts.lookups.count

        let found = try (0..<3).map { _ in
            try lanes.map { lane in try tokens.count { try lane.authenticate($0) != nil } }
        }
        let others = world.accounts.lookups.dropFirst(before).filter { $0 != tokens[0].selector }

        #expect(found.allSatisfy { $0 == [9, 9] })
        #expect(others == tokens.dropFirst().map(\.selector))
    }

    /// The cached hash of its text is no longer valid.
    @Test func `with a new secret for the same selector is looked up again`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))
        let other = TokenText.random()
        let renewed = token.selector.text + other.revealed.dropFirst(22)
        world.accounts.submit(.signOut(token.selector, of: world.owner)) { _ in }
        world.accounts.submit(
            .addToken(
                NewToken(
                    selector: token.selector, digest: other.digest, owner: world.owner,
                    label: nil, lifetime: month))
        ) { _ in }

        let former = try lane.authenticate(token)
        let latter = try lane.authenticate(renewed.utf8Span.span)

        #expect(former == nil)
        #expect(latter?.owner == world.owner)
        #expect(try !lane.isValid(authenticated))
    }

    // proves: separation-5
    @Test func `has its scope on every lane, and keeps it when it is used`()
        throws
    {
        let world = try TokenWorld()
        let tokens = [
            world.token(label: "report", scope: .read), world.token(label: "job", scope: .items),
        ]
        let lanes = [world.lane(), world.lane()]

        let first = try lanes.map { lane in try tokens.map { try lane.authenticate($0) } }
        world.time.now += 2 * hour
        let used = try tokens.map { try lanes[0].authenticate($0) }
        world.accounts.submit(.signOut(world.token().selector, of: world.owner)) { _ in }
        let again = try tokens.map { try world.lane().authenticate($0) }

        #expect(world.touches.count == 2)
        for found in first + [used, again] { #expect(found.map(\.?.scope) == [.read, .items]) }
    }

    @Test func `that has another scope in the database is known as such after a revocation`()
        throws
    {
        let world = try TokenWorld()
        let (token, lane) = (world.token(label: "job"), world.lane())
        let before = try #require(try lane.authenticate(token))
        world.accounts.submit(.signOut(token.selector, of: world.owner)) { _ in }
        world.accounts.submit(
            .addToken(
                NewToken(
                    selector: token.selector, digest: token.digest, owner: world.owner,
                    label: "job", lifetime: month, scope: .read))
        ) { _ in }

        let after = try lane.authenticate(token)

        #expect(before.scope == .all)
        #expect(after?.scope == .read)
        #expect(try !lane.isValid(before))
    }

    // proves: separation-3
    @Test func `that is revoked has no owner at once, on every lane`() throws {
        let world = try TokenWorld()
        let (token, other, lanes) = (world.token(), world.token(), [world.lane(), world.lane()])
        for lane in lanes { _ = try (lane.authenticate(token), lane.authenticate(other)) }

        world.accounts.submit(.signOut(token.selector, of: world.owner)) { _ in }

        for lane in lanes {
            #expect(try lane.authenticate(token) == nil)
            #expect(try lane.authenticate(other)?.owner == world.owner)
        }
    }

    // proves: separation-3
    @Test func `of a removed account has no owner`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))

        world.accounts.submit(.remove(world.owner)) { _ in }

        #expect(try !lane.isValid(authenticated))
        #expect(try lane.authenticate(token) == nil)
    }

    @Test func `is one object on all lanes`() throws {
        let world = try TokenWorld()
        let (token, lanes) = (world.token(), [world.lane(), world.lane()])

        let authenticated = try lanes.map { try $0.authenticate(token) }

        #expect(authenticated[0] != nil)
        #expect(authenticated[0] === authenticated[1])
    }

    @Test func `keeps its rate bucket when another one is revoked`() throws {
        let world = try TokenWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        let before = try lane.authenticate(token)

        world.accounts.submit(.signOut(other.selector, of: world.owner)) { _ in }

        #expect(before != nil)
        #expect(try lane.authenticate(token) === before)
    }

    /// A stream is checked after each commit, but its token is sent only once.
    @Test func `is looked up once for all its streams after another one was revoked`() throws {
        let world = try TokenWorld()
        let (token, other, lane) = (world.token(), world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))
        let forged = token.selector.text + other.revealed.dropFirst(22)
        world.accounts.submit(.signOut(other.selector, of: world.owner)) { _ in }
        let before = world.accounts.lookups.count

        let answers = try (0..<3).map { _ in try lane.isValid(authenticated) }
        let lookups = world.accounts.lookups.count - before

        #expect(answers == [true, true, true])
        #expect(lookups == 1)
        #expect(try lane.authenticate(forged.utf8Span.span) == nil)
        #expect(try lane.authenticate(token) === authenticated)
    }

    @Test func `of very many is authenticated in bounded memory`() throws {
        let world = try TokenWorld(capacity: 10)
        let lane = world.lane()
        let tokens = (0..<50).map { _ in world.token() }

        for _ in 0..<2 {
            for token in tokens { #expect(try lane.authenticate(token)?.owner == world.owner) }
        }
        let lookups = world.accounts.lookups.count
        for token in tokens.suffix(5) { _ = try lane.authenticate(token) }

        #expect(lookups == 100)
        #expect(world.accounts.lookups.count == lookups)
    }

    @Test func `is not accepted while storage fails, cached or not`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))

        world.accounts.fail(.inputOutput("disk"))

        #expect(throws: StorageFailure.inputOutput("disk")) { try lane.authenticate(token) }
        #expect(throws: StorageFailure.inputOutput("disk")) { try lane.isValid(authenticated) }
    }
}
