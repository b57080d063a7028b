/// Metrics in the text format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats).
///
///     # HELP toodoo_http_requests_total Requests that were answered.
///     # TYPE toodoo_http_requests_total counter
///     toodoo_http_requests_total{route="/items",status="2xx"} 42
///
/// A `family` comes first, then all its samples.
package struct Exposition {
    /// The type of a metric.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    package typealias Labels = KeyValuePairs<StaticString, String>

    /// The text written so far.
    package private(set) var text = ""
    private var name: StaticString = ""

    package init() {}

    /// Begins a metric; `help` is one sentence without a line end.
    package mutating func family(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds an integer sample of the current metric.
    package mutating func sample(_ value: Int, _ labels: Labels = [:]) {
        line("", labels, "\(value)")
    }

    /// Adds a fractional sample of the current metric.
    package mutating func sample(_ value: Double, _ labels: Labels = [:]) {
        line("", labels, "\(value)")
    }

    /// Adds a metric with a single sample.
    package mutating func metric(
        _ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: Int
    ) {
        family(name, kind, help)
        sample(value)
    }

    /// Adds a histogram of the current metric; its buckets are cumulative.
    package mutating func sample(_ snapshot: HistogramSnapshot, _ labels: Labels = [:]) {
        var below = 0
        for (bound, count) in zip(snapshot.bounds, snapshot.counts) {
            below += count
            line("_bucket", labels, "\(below)", upTo: number(Double(bound) / snapshot.unit))
        }
        line("_bucket", labels, "\(snapshot.count)", upTo: "+Inf")
        line("_sum", labels, number(Double(snapshot.sum) / snapshot.unit))
        line("_count", labels, "\(snapshot.count)")
    }

    private func number(_ value: Double) -> String {
        // `le="1"`, as is usual, and not `le="1.0"`.
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private mutating func line(
        _ suffix: StaticString, _ labels: Labels, _ value: String, upTo bound: String? = nil
    ) {
        text += "\(name)\(suffix)"
        var separator = "{"
        for (label, value) in labels {
            text += "\(separator)\(label)=\"\(Self.escaped(value))\""
            separator = ","
        }
        if let bound {
            text += "\(separator)le=\"\(bound)\""
            separator = ","
        }
        text += separator == "{" ? " \(value)\n" : "} \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C || $0 == 0x0A }) else {
            return value
        }
        return value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
