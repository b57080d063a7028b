import PostgreSQL
import Reminders
import Telemetry

/// The page of metrics, from a server's exposition.
struct MetricsReference {
    private typealias Family = (name: Substring, help: Substring, kind: Substring)

    /// The additional metrics of a server on PostgreSQL.
    static var postgres: String {
        var exposition = Exposition()
        PostgresMetrics().write(to: &exposition)
        return exposition.text
    }

    /// The additional metrics of a server that tells reminders.
    static var reminders: String {
        var exposition = Exposition()
        SenderMetrics().write(to: &exposition)
        return exposition.text
    }

    private let families: [Family]
    private let postgresFamilies: [Family]
    private let reminderFamilies: [Family]

    /// Reads the `# HELP` and `# TYPE` lines of an exposition, and of PostgreSQL's additional
    /// metrics.
    init(_ exposition: String, onPostgres addition: String) {
        families = Self.families(exposition)
        postgresFamilies = Self.families(addition)
        reminderFamilies = Self.families(Self.reminders)
    }

    private static func families(_ exposition: String) -> [Family] {
        let helps = exposition.matches(of: /(?m)^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)$/)
        return helps.map { ($0.output.1, $0.output.2, $0.output.3) }
    }

    private static func table(_ families: [Family]) -> String {
        let rows = families.map { "| `\($0.name)` | \($0.kind) | \($0.help) |" }
        return (["| metric | type | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    var text: String {
        """
        # Metrics

        `GET /metrics` answers in Prometheus' text format. A test compares this page with what a
        server answers. [operations.md](../operations.md) has alerts and a dashboard.

        \(Self.table(families))

        A server on PostgreSQL also reports:

        \(Self.table(postgresFamilies))

        A server with `--push-contact` also reports:

        \(Self.table(reminderFamilies))

        """
    }
}
