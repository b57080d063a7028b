import Dispatch
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `An inherited socket` {
    @Test func `is served`() throws {
        let socket = try ListeningSocket()
        let world = try ServerWorld(listening: .inherited(socket.copy()))

        let client = try WireClient(port: socket.port)
        try client.send(get("/"))

        #expect(try client.answer().text == "hello")
        #expect(world.server.address == ListenAddress(host: "127.0.0.1", port: socket.port))
    }

    @Test func `passes to the next server with its pending connections`() throws {
        let socket = try ListeningSocket()
        let first = try ServerWorld(["/later": .deferred], listening: .inherited(socket.copy()))
        let busy = try WireClient(port: socket.port)
        try busy.send(get("/later"))
        try first.until(.answer)

        let done = first.drain()
        try first.until { $0.drainDeadline != nil }
        let waiting = try WireClient(port: socket.port)
        try waiting.send(get("/"))
        first.handler.reply(to: "/later", "at last")
        let last = try busy.answer()
        busy.close()
        done.wait()
        let second = try ServerWorld(
            ["/": .text("from the second")], listening: .inherited(socket.copy()))
        let answer = try waiting.answer()

        #expect(last.text == "at last")
        #expect(answer.text == "from the second")
        #expect(first.handler.seen.map(\.path) == ["/later"])
        #expect(second.handler.seen.map(\.path) == ["/"])
    }

    @Test func `is closed at once when no other process holds it`() throws {
        var socket: ListeningSocket? = try ListeningSocket()
        let port = try #require(socket?.port)
        let world = try ServerWorld(
            ["/later": .deferred], listening: .inherited(try #require(socket?.copy())))
        let busy = try WireClient(port: port)
        try busy.send(get("/later"))
        try world.until(.answer)
        socket = nil

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }

        #expect(throws: WireClient.Failure.system(ECONNREFUSED)) { try WireClient(port: port) }
        world.handler.reply(to: "/later", "at last")
        #expect(try busy.answer().text == "at last")
        busy.close()
        done.wait()
    }

    @Test func `is non-blocking, close-on-exec and without delay`() throws {
        let socket = try ListeningSocket()

        let descriptor = try Descriptor.inherited(socket.copy())

        #expect(fcntl(descriptor.number, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(sendsAtOnce(descriptor.number))
    }

    @Test(arguments: ListeningSocket.Kind.allCases.filter { $0 != .listening })
    func `is refused unchanged when it is not a listening TCP socket`(
        kind: ListeningSocket.Kind
    ) throws {
        let socket = try ListeningSocket(kind)
        let failure = ListenFailure.notAListener(socket.number)

        #expect(throws: failure) { try ListenAddress.ofInherited(socket.number) }
        #expect(throws: failure) { _ = try Descriptor.inherited(socket.number) }
        #expect(fcntl(socket.number, F_GETFD) >= 0)
    }

    @Test func `is refused when it is not open`() {
        #expect(throws: ListenFailure.notAListener(-1)) { try ListenAddress.ofInherited(-1) }
    }

    @Test(arguments: ["127.0.0.1", "0.0.0.0"])
    func `has an address and stays open`(host: String) throws {
        let socket = try ListeningSocket(host: host)

        let address = try ListenAddress.ofInherited(socket.number)

        #expect(address == ListenAddress(host: host, port: socket.port))
        #expect(fcntl(socket.number, F_GETFD) >= 0)
    }
}
