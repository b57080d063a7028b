import Foundation
import TestSupport
import Testing

@Suite struct `The dashboard and the alerts` {
    private static let files = ["deploy/grafana-dashboard.json", "deploy/alerts.yaml"]

    // proves: watching-13
    @Test(arguments: files)
    func `ask for nothing that the server does not tell`(file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
        let asked = Set(
            text.matches(of: /\b(toodoo|process)_[a-z_]+[a-z]\b/).map { String($0.output.0) })

        let told = try metrics()

        #expect(asked.count > 8)
        #expect(asked.subtracting(told) == [])
    }

    @Test func `leave out nothing but what others tell as well`()
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

    @Test func `are what their programs can read`() throws {
        let data = try Data(contentsOf: URL(filePath: repositoryFile(Self.files[0])))
        let dashboard = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let panels = try #require(dashboard?["panels"] as? [[String: Any]])
        let ids = panels.compactMap { $0["id"] as? Int }

        #expect(panels.count > 20)
        #expect(Set(ids).count == panels.count)
    }

    @Test(
        .enabled(if: hasPromtool, "promtool is missing (Debian has it in prometheus)"),
        arguments: ["check rules alerts.yaml", "test rules alerts-test.yaml"])
    func `are rules as Prometheus wants them`(command: String) throws {
        let verdict = try shell(
            "cd \(repositoryFile("deploy")) && promtool \(command) 2>&1; echo \"code $?\"")

        #expect(verdict.contains("SUCCESS"))
        #expect(verdict.hasSuffix("code 0\n"))
    }

    /// The names of all samples that a server tells of, on SQLite and on PostgreSQL.
    private func metrics() throws -> Set<String> {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        _ = try server.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let text = try server.send("GET", "/metrics").text
        try server.stop()
        let samples = (text + MetricsReference.postgres).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        return Set(samples.map { String($0.prefix { $0 != " " && $0 != "{" }) })
    }
}
