package import Telemetry

/// What the sender counts.
package final class SenderMetrics: Sendable {
    enum Result: Int, CaseIterable {
        case sent, gone, dropped, retried
    }

    private let results = Counters<4>()
    private let waiting = Counter()
    private let delays = Histograms<1>(
        Buckets(
            [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000],
            unit: 1_000))

    package init() {}

    func count(_ result: Result, _ amount: Int = 1) {
        results.add(amount, at: result.rawValue)
    }

    func note(waiting count: Int) {
        waiting.set(count)
    }

    /// Notes the seconds from a reminder's time to the answer of its service.
    func note(delay seconds: Double) {
        delays.add(Int(min(max(seconds, 0), 1e6) * 1_000), at: 0)
    }

    package func write(to exposition: inout Exposition) {
        exposition.family(
            "toodoo_push_sent_total", .counter,
            "Messages of reminders by their result, and reminders that went unsent (dropped).")
        for result in Result.allCases {
            exposition.sample(results[result.rawValue], ["result": "\(result)"])
        }
        exposition.metric(
            "toodoo_push_waiting", .gauge, "Reminders that wait to be sent.", waiting.value)
        exposition.family(
            "toodoo_push_delay_seconds", .histogram,
            "Time from a reminder's time to the acceptance of its message.")
        exposition.sample(delays.snapshot(at: 0))
    }
}
