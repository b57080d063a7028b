/// The page of the metrics, from what a server reports.
struct MetricsReference {
    private let families: [(name: Substring, help: Substring, kind: Substring)]

    /// Reads the `# HELP` and `# TYPE` lines of an exposition.
    init(_ exposition: String) {
        let helps = exposition.matches(of: /(?m)^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)$/)
        families = helps.map { ($0.output.1, $0.output.2, $0.output.3) }
    }

    var text: String {
        """
        # Metrics

        `GET /metrics` answers in Prometheus' text format. A test compares this page with what a
        server answers. [operations.md](../operations.md) has alerts and a dashboard.

        | metric | type | meaning |
        |---|---|---|
        \(families.map { "| `\($0.name)` | \($0.kind) | \($0.help) |" }.joined(separator: "\n"))

        """
    }
}
