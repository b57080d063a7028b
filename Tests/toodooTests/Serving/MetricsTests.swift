import Foundation
import TestSupport
import Testing

@testable import API
@testable import HTTPServer
@testable import toodoo

@Suite struct `The metrics of a server` {
    // proves: operation-6
    @Test func `count its requests and writes`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        _ = try server.send("GET", "/items/00000000-0000-0000-0000-000000000001")
        _ = try server.send("GET", "/healthz")

        let answer = try server.send("GET", "/metrics")

        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let samples = Set(answer.text.split(separator: "\n").map { String($0) })
        for sample in [
            #"toodoo_build_info{version="\#(Build.version)",revision="\#(Build.revision ?? "unknown")"} 1"#,
            #"toodoo_http_requests_total{route="/items",method="POST",status="2xx"} 1"#,
            #"toodoo_http_requests_total{route="/items/{id}",method="GET",status="4xx"} 1"#,
            #"toodoo_http_requests_total{route="/healthz",method="GET",status="2xx"} 1"#,
            "toodoo_writer_batch_size_sum 1", "toodoo_writer_commit_duration_seconds_count 1",
            "toodoo_writer_queue_writes 0", #"toodoo_storage_failures_total{kind="full"} 0"#,
            "toodoo_log_lines_dropped_total 0",
        ] { #expect(samples.contains(sample), "\(sample)") }
        for gauge in [
            "toodoo_wal_bytes", "toodoo_database_bytes", "toodoo_database_free_bytes",
            "process_resident_memory_bytes", "process_open_fds", "process_max_fds",
            "process_start_time_seconds", "process_cpu_seconds_total",
        ] {
            let sample = samples.first { $0.hasPrefix(gauge + " ") }
            let value = sample?.split(separator: " ").last.flatMap { Double($0) }
            #expect(value.map { $0 > 0 } == true, "\(gauge): \(sample ?? "missing")")
        }
        // A lane reports these values at the end of its round, which may be after the response.
        #expect(samples.contains { $0.hasPrefix(#"toodoo_cache_misses_total{cache="pages"} "#) })
        #expect(try server.stop().code == 0)
    }

    // proves: separation-6
    @Test func `contain nothing of the items' content`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--log", "json"])
        let id = "0b5c3c5e-7a11-4f43-9b0a-5a4d5b1c2d3e"
        let item = #"{"id":"\#(id)","title":"Confidential","itemDescription":"Private"}"#
        let answers = [
            try server.send("POST", "/items", json: item),
            try server.send("GET", "/items/\(id)"),
            try server.send("GET", "/items?q=Confidential"),
            try server.send("GET", "/nothing/Confidential"),
        ]

        let metrics = try server.send("GET", "/metrics").text
        let ending = try server.stop()

        #expect(answers.map(\.status) == [201, 200, 200, 404])
        #expect(ending.error.split(separator: "\n").count == answers.count + 6)
        for text in [metrics, ending.error] {
            for word in ["Confidential", "Private", id] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test func `have a separate address with --metrics ADDRESS:PORT`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--metrics", "127.0.0.1:0"])
        _ = try server.program.errorLine()
        let line = try server.program.errorLine()
        let match = line.firstMatch(of: /metrics are at http:\/\/127\.0\.0\.1:(\d+)\/metrics/)
        let port = try #require((match?.output.1).flatMap { UInt16($0) }, "\(line)")
        let watcher = try WireClient(port: port)
        try watcher.send(request("GET", "/metrics"))
        let metrics = try watcher.answer()

        let foreign = try ["Host: evil.example", "Host: localhost\r\nSec-Fetch-Site: cross-site"]
            .map { fields in
                try watcher.send("GET /metrics HTTP/1.1\r\n\(fields)\r\n\r\n")
                return try watcher.answer().status
            }

        let elsewhere = try server.send("GET", "/metrics")
        let ending = try server.stop()

        #expect(metrics.status == 200)
        #expect(metrics.text.contains("\ntoodoo_http_lanes "))
        #expect(foreign == [421, 403])
        #expect(elsewhere.status == 404)
        #expect(ending.code == 0)
    }

    @Test func `are absent with --metrics off`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), environment: ["TOODOO_METRICS": "off"])

        let status = try server.send("GET", "/metrics").status

        #expect(status == 404)
        #expect(try server.stop().code == 0)
    }

    @Test func `have a label for each route`() {
        #expect(App.routes.count < LaneMetrics.routes)
        #expect(Rejection.allCases.count <= 16)
        #expect(Connection.Wait.allCases.count == 7)
    }

    @Test(arguments: [
        ("on", MetricsEndpoint.main), ("off", .off),
        ("127.0.0.1:9100", .address(host: "127.0.0.1", port: 9_100)),
        ("localhost:0", .address(host: "127.0.0.1", port: 0)),
        ("[::1]:9100", .address(host: "::1", port: 9_100)),
        ("", nil), ("yes", nil), ("9100", nil), (":9100", nil), ("127.0.0.1", nil),
        ("127.0.0.1:", nil), ("127.0.0.1:65536", nil), ("127.0.0.1:+1", nil), ("::1:9100", nil),
        ("[]:1", nil),
    ])
    func `have the address of the option`(text: String, place: MetricsEndpoint?) {
        #expect(MetricsEndpoint(text) == place)
    }

    // proves: operation-6
    @Test(.enabled(if: hasPromtool, "promtool is missing (Debian has it in prometheus)"))
    func `are valid for Prometheus`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        _ = try server.send("GET", "/items")

        let verdict = try shell(
            "curl -s http://\(server.host)/metrics | promtool check metrics 2>&1; echo \"code $?\"")

        #expect(verdict == "code 0\n")
        #expect(try server.stop().code == 0)
    }
}

/// Whether promtool is installed.
let hasPromtool = (try? shell("command -v promtool"))?.isEmpty == false
