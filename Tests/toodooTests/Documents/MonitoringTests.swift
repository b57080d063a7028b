import Foundation
import TestSupport
import Testing

@Suite struct `The dashboard and the alerts` {
    private static let files = ["deploy/grafana-dashboard.json", "deploy/alerts.yaml"]

    // proves: operation-6
    @Test(arguments: files)
    func `use only metrics that the server reports`(file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
        let used = Set(
            text.matches(of: /\b(toodoo|process)_[a-z_]+[a-z]\b/).map { String($0.output.0) })

        let reported = try metrics()

        #expect(used.count > 8)
        #expect(used.subtracting(reported) == [])
    }

    @Test func `use every metric except those that others imply`()
        throws
    {
        let text = try Self.files.map {
            try String(contentsOfFile: repositoryFile($0), encoding: .utf8)
        }.joined()

        let unused = try metrics().sorted().filter { name in
            !name.hasSuffix("_bucket") && !name.hasSuffix("_sum") && !name.hasSuffix("_count")
                && !text.contains(name)
        }

        #expect(unused == ["process_virtual_memory_bytes", "toodoo_writer_queue_bytes"])
    }

    @Test func `are valid for their programs`() throws {
        let data = try Data(contentsOf: URL(filePath: repositoryFile(Self.files[0])))
        let dashboard = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let panels = try #require(dashboard?["panels"] as? [[String: Any]])
        let ids = panels.compactMap { $0["id"] as? Int }

        #expect(panels.count > 20)
        #expect(Set(ids).count == panels.count)
    }

    @Test(
        .enabled(if: hasPromtool, "promtool is missing (Debian has it in prometheus)"),
        arguments: [
            "check rules alerts.yaml", "test rules alerts-test.yaml",
            "check config prometheus.yaml",
        ])
    func `are valid rules of Prometheus`(command: String) throws {
        let output = try shell(
            "cd \(repositoryFile("deploy")) && promtool \(command) 2>&1; echo \"code $?\"")

        #expect(output.contains("SUCCESS"))
        #expect(output.hasSuffix("code 0\n"))
    }

    /// The names of all samples of a server, on SQLite and on PostgreSQL, and of the backup.
    private func metrics() throws -> Set<String> {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let text = try server.send("GET", "/metrics").text
        try server.stop()
        let backup = try String(
            contentsOfFile: repositoryFile("deploy/toodoo-backup"), encoding: .utf8)
        let reported = backup.matches(of: /(?m)^# TYPE (\w+)/).map(\.output.1)
        let samples =
            (text + MetricsReference.postgres + MetricsReference.reminders).split(separator: "\n")
            .filter { !$0.hasPrefix("#") } + reported
        return Set(samples.map { String($0.prefix { $0 != " " && $0 != "{" }) })
    }
}
