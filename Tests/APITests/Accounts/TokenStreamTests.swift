import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A live stream` {
    // proves: accounts-25
    @Test func `ends when its token is revoked`() throws {
        let world = AccountsWorld(pending: 0)
        let token = world.token("ada")
        let stream = try listen(world, token)
        var body = ByteWriter()

        let before = stream.fill(&body)
        _ = world.send("DELETE", "/sessions/current", as: token)
        let after = stream.fill(&body)

        #expect([before, after] == [.wait, .end])
    }

    // proves: accounts-25
    @Test func `ends when its token has expired`() throws {
        let world = AccountsWorld(pending: 0)
        let stream = try listen(world, world.token("ada"))
        var body = ByteWriter()

        let before = stream.fill(&body)
        world.time.now += 86_400
        let after = stream.fill(&body)

        #expect([before, after] == [.wait, .end])
    }

    // proves: accounts-25
    @Test func `ends when its token has expired, although the stream polled it`()
        throws
    {
        let world = AccountsWorld(pending: 0)
        let stream = try listen(world, world.token("ada"))
        var body = ByteWriter()

        let steps = (0..<25).map { _ in
            world.time.now += 3_600
            return stream.fill(&body)
        }

        #expect(steps == (1...25).map { $0 < 24 ? .wait : .end })
    }

    // proves: accounts-25
    @Test func `ends without another event when its account is removed`() throws {
        let world = AccountsWorld(pending: 0)
        let token = world.token("ada")
        let stream = try listen(world, token)
        var body = ByteWriter()
        _ = stream.fill(&body)
        body.removeAll()

        _ = world.send("POST", "/items", as: token, json: #"{"title":"Milk"}"#)
        _ = world.send(
            "DELETE", "/users/current", as: token,
            json: #"{"password":"\#(AccountsWorld.password)"}"#)
        let step = stream.fill(&body)

        #expect(step == .end)
        #expect(body.count == 0)
    }

    @Test func `continues when another account's token is revoked`() throws {
        let world = AccountsWorld(pending: 0)
        let (ada, bob) = (world.token("ada"), world.token("bob"))
        let stream = try listen(world, ada)
        var body = ByteWriter()

        _ = world.send("DELETE", "/sessions/current", as: bob)
        let step = stream.fill(&body)

        #expect(step == .wait)
    }

    /// The stream that a request with this token is answered by.
    private func listen(_ world: AccountsWorld, _ token: String) throws -> any BodyStream {
        let text = """
            GET /items/changes HTTP/1.1\r
            Host: a\r
            Accept: text/event-stream\r
            Authorization: Bearer \(token)\r
            \r

            """
        let bytes = Array(text.utf8)
        var head = RequestHead()
        _ = RequestParser().parse(bytes.span, into: &head)
        let request = Request(
            head: head, bytes: bytes.span, body: bytes.span.extracting(0..<0), id: .made(0))
        var response = ResponseWriter()
        response.begin(ResponseContext())
        let deferred = DeferredResponse(
            handle: RequestHandle(slot: 0, generation: 0), mailbox: NoMailbox())
        let result = world.app.answer(request, &response, deferred: deferred)
        guard case .stream(let stream) = result else {
            throw NoStream(status: response.status?.rawValue ?? 0)
        }
        return stream
    }
}

private struct NoStream: Error {
    let status: Int
}

/// For requests that are answered at once.
private final class NoMailbox: Mailbox {
    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
    {
        Issue.record("an answer came later")
    }
}
