import Accounts
import Items
import TestSupport
import Testing

@Suite struct `The lifetime of a token` {
    // proves: separation-4
    @Test func `ends if the token was not used for so long`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))

        world.time.now += month - 1
        let before = try world.accounts.token(token.selector)
        world.time.now += 1

        #expect(before != nil)
        #expect(try lane.authenticate(token) == nil)
        #expect(try !lane.isValid(authenticated))
        #expect(world.touches.isEmpty)
    }

    // proves: separation-4
    @Test func `restarts with each use, which is stored at most once an hour`() throws {
        let world = try TokenWorld()
        let (token, lanes) = (world.token(), [world.lane(), world.lane()])

        for minute in 1...150 {
            world.time.now = 1_000_000 + Double(minute) * 60
            for lane in lanes { #expect(try lane.authenticate(token) != nil) }
        }

        let first = 1_000_000 + 61 * 60.0
        let second = first + 61 * 60
        #expect(
            world.touches == [
                .touch(token.selector, expiresAt: first + month),
                .touch(token.selector, expiresAt: second + month),
            ])
        #expect(try lanes[0].authenticate(token)?.expiresAt == second + month)
        #expect(try world.accounts.token(token.selector)?.expiresAt == second + month)
    }

    // proves: separation-4
    @Test func `ends at a fixed end, however often the token was used`() throws {
        let world = try TokenWorld()
        let end = world.time.now + 10 * hour
        let (token, lane) = (world.token(label: "job", endsAt: end), world.lane())

        for _ in 1...9 {
            world.time.now += hour + 1
            #expect(try lane.authenticate(token) != nil)
        }
        let stored = try world.accounts.token(token.selector)
        world.time.now = end
        let after = try lane.authenticate(token)

        #expect(
            world.touches
                == Array(
                    repeating: .touch(token.selector, expiresAt: end), count: world.touches.count))
        #expect(world.touches.count == 9)
        #expect(stored?.expiresAt == end)
        #expect(after == nil)
    }

    // proves: sync-5
    @Test func `is not extended by a stream`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))

        let answers = try (1...31).map { day in
            world.time.now = 1_000_000 + Double(day) * 24 * hour
            return try lane.isValid(authenticated)
        }

        #expect(answers == (1...31).map { $0 < 30 })
        #expect(world.touches.isEmpty)
    }

    @Test func `of a stream is extended by requests, in any process`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        let authenticated = try #require(try lane.authenticate(token))
        world.time.now += month - 1
        world.accounts.submit(.touch(token.selector, expiresAt: world.time.now + month)) { _ in }
        world.time.now += 1

        let before = try lane.isValid(authenticated)
        world.time.now += month
        let after = try lane.isValid(authenticated)

        #expect([before, after] == [true, false])
    }

    @Test func `is the token's own, or the configured one`() throws {
        let world = try TokenWorld()
        let lane = world.lane(lifetime: 7 * 24 * hour)
        let session = world.token()
        let named = world.token(label: "backup", lifetime: 365 * 24 * hour)
        world.time.now += 2 * hour

        let tokens = [session, named]
        for token in tokens { _ = try lane.authenticate(token) }

        #expect(
            world.touches == [
                .touch(session.selector, expiresAt: world.time.now + 7 * 24 * hour),
                .touch(named.selector, expiresAt: world.time.now + 365 * 24 * hour),
            ])
        #expect(try lane.authenticate(session)?.expiresAt == world.time.now + 7 * 24 * hour)
    }

    @Test func `is also extended if it is shorter than an hour`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(lifetime: 600), world.lane(lifetime: 600))

        for _ in 0..<20 {
            world.time.now += 300
            #expect(try lane.authenticate(token) != nil)
        }
        world.time.now += 600

        #expect(try lane.authenticate(token) == nil)
    }

    @Test func `that cannot be stored is reported, and the token stays valid`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        world.accounts.failWrites(.storage(.full("disk")))
        world.time.now += 2 * hour

        let authenticated = try (0..<3).map { _ in try lane.authenticate(token) }

        #expect(authenticated.allSatisfy { $0?.owner == world.owner })
        #expect(authenticated[0]?.expiresAt == 1_000_000 + month)
        #expect(world.reports.all == [.storage(.full("disk"))])
    }

    @Test func `of a token revoked meanwhile is not reported`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        world.accounts.failWrites(.noToken)
        world.time.now += 2 * hour

        _ = try lane.authenticate(token)

        #expect(world.touches.count == 1)
        #expect(world.reports.all.isEmpty)
    }

    /// A clock that was set back by ten years invalidates no token.
    // proves: operation-10
    @Test func `does not end when the clock is set back`() throws {
        let world = try TokenWorld()
        let (token, lane) = (world.token(), world.lane())
        _ = try lane.authenticate(token)

        world.time.now -= 10 * 365 * 24 * hour

        #expect(try lane.authenticate(token) != nil)
        #expect(
            world.touches == [.touch(token.selector, expiresAt: world.time.now + month)])
    }

    /// A use while the clock was ten years ahead does not extend the lifetime by ten years.
    // proves: operation-10
    @Test func `is not longer after the clock was ahead`() throws {
        let world = try TokenWorld()
        world.time.now += 10 * 365 * 24 * hour
        let token = world.token()
        _ = try world.lane().authenticate(token)
        world.time.now -= 10 * 365 * 24 * hour
        let lane = world.lane()
        _ = try lane.authenticate(token)

        world.time.now += month - 1
        let before = try world.accounts.token(token.selector)
        world.time.now += 1
        let after = try lane.authenticate(token)

        #expect(before != nil)
        #expect(after == nil)
    }
}
