import Glibc
import Items
import TestSupport
import Testing

@testable import Geocoding

@Suite(.enabled(if: curlIsThere, "libcurl.so.4 cannot be loaded here"))
struct `A session of libcurl` {
    @Test func `gets the content of a URL`() throws {
        let provider = try ProviderStub(.says(answer("[]")))

        let answer = try get(provider, "/search?q=K%C3%B6ln&format=jsonv2")

        #expect(answer == HTTPResponse(status: 200, body: Array("[]".utf8)))
        let request = provider.requests.first ?? ""
        #expect(request.hasPrefix("GET /search?q=K%C3%B6ln&format=jsonv2 HTTP/1.1\r\n"))
        #expect(request.contains("\r\nUser-Agent: toodoo/1\r\n"))
    }

    @Test(arguments: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", nil])
    func `sends the trace, if there is one`(trace: String?) throws {
        let provider = try ProviderStub(.says(answer("[]")))

        _ = try CurlSession().get(provider.url, userAgent: "toodoo/1", trace: trace)

        let lines = (provider.requests.first ?? "").split(separator: "\r\n")
        let sent = lines.filter { $0.lowercased().hasPrefix("traceparent:") }
        #expect(sent == (trace.map { ["traceparent: \($0)"] } ?? []))
    }

    @Test(arguments: [404, 429, 500, 503])
    func `returns every status`(status: Int) throws {
        let provider = try ProviderStub(.says(answer("no", status: "\(status) No")))

        #expect(try get(provider) == HTTPResponse(status: status, body: Array("no".utf8)))
    }

    @Test func `follows no redirect`() throws {
        let elsewhere = try ProviderStub(.says(answer("[]")))
        let provider = try ProviderStub(
            .says("HTTP/1.1 302 Found\r\nLocation: \(elsewhere.url)/\r\nContent-Length: 0\r\n\r\n"))

        let status = try get(provider).status

        #expect(status == 302)
        #expect(elsewhere.requests == [])
        // Ends the other stub, which is still waiting for a connection.
        _ = try get(elsewhere)
    }

    static let slow: [ProviderStub.Behavior] = [
        .stalls(""), .stalls("HTTP/1.1 200 OK\r\n"),
        .stalls("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n["),
        .drips("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
        .drips("HTTP/1.1 200 OK\r\nSlow: "),
    ]

    @Test(arguments: slow)
    func `times out at its limit`(behavior: ProviderStub.Behavior) throws {
        let provider = try ProviderStub(behavior)

        #expect(throws: ProviderSessionFailure.timedOut) { try get(provider, milliseconds: 200) }
    }

    static let large: [ProviderStub.Behavior] = [
        .says("HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n\(xs(2_000))"),
        .says("HTTP/1.1 200 OK\r\n\r\n\(xs(1_001))"),
        .drips("HTTP/1.1 200 OK\r\n\r\n\(xs(1_000))"),
    ]

    @Test(arguments: large)
    func `refuses content over its limit`(behavior: ProviderStub.Behavior) throws {
        let provider = try ProviderStub(behavior)

        #expect(throws: ProviderSessionFailure.tooLarge) { try get(provider, bytes: 1_000) }
    }

    @Test func `accepts content at its limit`() throws {
        let provider = try ProviderStub(.says(answer(xs(1_000))))

        #expect(try get(provider, bytes: 1_000).body == Array(xs(1_000).utf8))
    }

    static let broken: [ProviderStub.Behavior] = [
        .hangsUp, .says("nonsense\r\n\r\n"),
        .says("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"),
        .says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    ]

    @Test(arguments: broken)
    func `reports a missing or malformed answer`(behavior: ProviderStub.Behavior) throws {
        let provider = try ProviderStub(behavior)

        let ending = failure(of: { () throws(ProviderSessionFailure) in try get(provider) })

        guard case .failed(let reason) = ending else {
            Issue.record("\(ending.map { "\($0)" } ?? "an answer")")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "nonsense:", ""])
    func `supports http and https only`(url: String) throws {
        #expect(throws: ProviderSessionFailure.self) {
            try CurlSession().get(url, userAgent: "toodoo/1")
        }
    }

    @Test func `can be reused`() throws {
        let session = CurlSession()

        for _ in 0..<3 {
            let provider = try ProviderStub(.says(answer("[]")))
            #expect(try session.get(provider.url, userAgent: "toodoo/1").status == 200)
        }
    }

    private func get(
        _ provider: ProviderStub, _ target: String = "/", milliseconds: Int = 60_000,
        bytes: Int = 100_000
    ) throws(ProviderSessionFailure) -> HTTPResponse {
        var limits = CurlSession.Limits()
        limits.totalMilliseconds = milliseconds
        limits.bodyBytes = bytes
        return try CurlSession(limits: limits).get(provider.url + target, userAgent: "toodoo/1")
    }

    private func answer(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}

@Suite struct `A machine without libcurl` {
    @Test func `reports libcurl as unavailable at each call`() {
        let session = CurlSession(library: "libcurl-that-is-not-there.so.4")

        for _ in 0..<2 {
            #expect(throws: ProviderSessionFailure.unavailable) {
                try session.get("http://127.0.0.1/", userAgent: "toodoo/1")
            }
        }
    }

    @Test func `reports another library as unavailable`() {
        #expect(throws: ProviderSessionFailure.unavailable) {
            try CurlSession(library: "libc.so.6").get("http://127.0.0.1/", userAgent: "toodoo/1")
        }
    }
}

private let curlIsThere = unsafe dlopen("libcurl.so.4", RTLD_NOW) != nil

private func xs(_ count: Int) -> String { String(repeating: "x", count: count) }

/// The failure of `work`; nil when it succeeds.
private func failure<Value>(
    of work: () throws(ProviderSessionFailure) -> Value
) -> ProviderSessionFailure? {
    do throws(ProviderSessionFailure) {
        _ = try work()
        return nil
    } catch {
        return error
    }
}
