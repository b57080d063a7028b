import HTTP
@testable import HTTPServer
import TestSupport
import Testing

private let origin = "https://example.org"
private let fields = "Host: a\r\nOrigin: \(origin)\r\n"

@Suite struct `A response to a web page` {
    // proves: separation-11
    @Test(arguments: [
        "GET /text HTTP/1.1\r\n\(fields)\r\n", "GET /parts HTTP/1.1\r\n\(fields)\r\n",
        "POST /text HTTP/1.1\r\n\(fields)Content-Length: 2000000\r\n\r\n",
        "POST /text HTTP/1.1\r\n\(fields)Transfer-Encoding: chunked\r\n\r\nx\r\n",
        // This is refused before the handler sees a request.
        "GET /text HTTP/1.1\r\n\(fields)Host: b\r\n\r\n",
        "GET /text HTTP/1.1\r\n\(fields)Content-Length: -1\r\n\r\n",
        "GET /text HTTP/1.1\r\n\(fields)Expect: magic\r\n\r\n",
        "GET /text HTTP/1.1\r\n\(fields)x: \(String(repeating: "x", count: 40_000))\r\n\r\n",
    ])
    func `is readable from a configured origin, refusals included`(request: String) throws {
        let world = try ServerWorld(["/text": .text("milk"), "/parts": .parts(["mi", "lk"])])
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer()

        #expect(answer["Access-Control-Allow-Origin"] == origin)
        #expect(answer["Vary"] == "Origin")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Cross-Origin-Resource-Policy"] == nil)
    }

    @Test(arguments: [
        "GET /text HTTP/1.1\r\nHost: a\r\n\r\n", "GET /parts HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /text HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /text HTTP/2.0\r\n\r\n",
        "BREW /text HTTP/1.1\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n",
        "POST /text HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n",
        "POST /text HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "GET /text HTTP/1.1\r\nHost: a\r\nx: \(String(repeating: "x", count: 40_000))\r\n\r\n",
    ])
    func `is not readable from another origin, refusals included`(request: String) throws {
        let world = try ServerWorld(["/text": .text("milk"), "/parts": .parts(["mi", "lk"])])
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer()

        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test func `that refuses the head has both the origin and the request's id`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send("GET / HTTP/1.1\r\n\(fields)X-Request-Id: mine\r\nHost: b\r\n\r\n")
        let answer = try client.answer()

        #expect(answer.status == 400)
        #expect(answer["X-Request-Id"] == "mine")
        #expect(answer["Access-Control-Allow-Origin"] == origin)
    }

    @Test func `is readable when it is deferred`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send("GET /later HTTP/1.1\r\n\(fields)\r\n")
        let handler = world.handler
        try world.until { _ in handler.isAsked("/later") }

        handler.reply(to: "/later", "milk")
        let answer = try client.answer()

        #expect(answer.text == "milk")
        #expect(answer["Access-Control-Allow-Origin"] == origin)
    }

    @Test func `is readable when it is a time-out`() throws {
        for (request, wait) in [
            ("GET /text HTTP/1.1\r\n\(fields)\r", Connection.Wait.head),
            ("POST /text HTTP/1.1\r\n\(fields)Content-Length: 4\r\n\r\nmil", .body),
        ] {
            let world = try ServerWorld()
            let client = try world.connect()
            try client.send(request)
            try world.until(wait)

            try world.pass(60)
            let answer = try client.answer()

            #expect(answer.status == 408)
            #expect(answer["Access-Control-Allow-Origin"] == origin)
            #expect(answer["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test func `does not pass its CORS fields on to the next one`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        let first = try client.exchange("GET / HTTP/1.1\r\n\(fields)\r\n")
        let second = try client.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        let third = try client.answer()

        #expect(first["Access-Control-Allow-Origin"] == origin)
        #expect(second["Access-Control-Allow-Origin"] == nil)
        #expect(third.status == 400)
        #expect(third["Access-Control-Allow-Origin"] == nil)
    }
}
