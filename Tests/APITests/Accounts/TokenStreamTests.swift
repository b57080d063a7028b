import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A live stream` {
    // proves: sync-5
    @Test func `ends when its token is revoked`() throws {
        let world = AccountsWorld()
        let token = world.token("ada")
        let stream = try listen(world, token)
        var response = ResponseWriter()

        let before = stream.fill(&response)
        _ = world.send("DELETE", "/sessions/current", as: token)
        let after = stream.fill(&response)

        #expect([before, after] == [.wait, .end])
    }

    // proves: sync-5
    @Test func `ends when its token has expired`() throws {
        let world = AccountsWorld()
        let stream = try listen(world, world.token("ada"))
        var response = ResponseWriter()

        let before = stream.fill(&response)
        world.time.now += 86_400
        let after = stream.fill(&response)

        #expect([before, after] == [.wait, .end])
    }

    // proves: sync-5
    @Test func `ends when its token has expired, although the stream polled it`()
        throws
    {
        let world = AccountsWorld()
        let stream = try listen(world, world.token("ada"))
        var response = ResponseWriter()

        let steps = (0..<25).map { _ in
            world.time.now += 3_600
            return stream.fill(&response)
        }

        #expect(steps == (1...25).map { $0 < 24 ? .wait : .end })
    }

    // proves: sync-5
    @Test func `ends without another event when its account is removed`() throws {
        let world = AccountsWorld()
        let token = world.token("ada")
        let stream = try listen(world, token)
        var response = ResponseWriter()
        _ = stream.fill(&response)
        response.body.removeAll()

        _ = world.send("POST", "/items", as: token, json: #"{"title":"Milk"}"#)
        _ = world.send(
            "DELETE", "/users/current", as: token,
            json: #"{"password":"\#(AccountsWorld.password)"}"#)
        let step = stream.fill(&response)

        #expect(step == .end)
        #expect(response.body.count == 0)
    }

    @Test func `continues when another account's token is revoked`() throws {
        let world = AccountsWorld()
        let (ada, bob) = (world.token("ada"), world.token("bob"))
        let stream = try listen(world, ada)
        var response = ResponseWriter()

        _ = world.send("DELETE", "/sessions/current", as: bob)
        let step = stream.fill(&response)

        #expect(step == .wait)
    }

    /// The stream that answers a request with this token.
    private func listen(_ world: AccountsWorld, _ token: String) throws -> any ResponseStream {
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: a", "Accept: text/event-stream",
            "Authorization: Bearer \(token)")
        var response = ResponseWriter()
        let result = request.answer(by: world.app, &response)
        guard case .stream(let stream) = result else {
            throw NoStream(status: response.status?.rawValue ?? 0)
        }
        return stream
    }
}

private struct NoStream: Error {
    let status: Int
}
