package import Telemetry

/// Counts what a process does with its server.
package final class PostgresMetrics: Sendable {
    /// Connections that were made, could not be made, and have ended.
    package let connects = AtomicCounter()
    package let failedConnects = AtomicCounter()
    package let closes = AtomicCounter()
    /// Connections that broke, and answers that did not come in time.
    package let losses = AtomicCounter()
    package let timeouts = AtomicCounter()
    /// Exchanges with the server, and the microseconds that they took.
    package let trips = AtomicCounter()
    package let tripMicroseconds = AtomicCounter()
    /// Commits whose answer was lost: those with an outcome that was found later, and the others.
    package let resolvedCommits = AtomicCounter()
    package let unknownCommits = AtomicCounter()
    /// Notifications of revisions, and polls.
    package let notificationsSent = AtomicCounter()
    package let notificationsReceived = AtomicCounter()
    package let polls = AtomicCounter()

    /// Counts of nothing yet.
    package init() {}

    /// Writes the metrics of the connections to a server.
    package func write(to exposition: inout Exposition) {
        exposition.metric(
            "toodoo_postgres_connections", .gauge, "Open connections to PostgreSQL.",
            connects.value - closes.value)
        exposition.metric(
            "toodoo_postgres_connects_total", .counter, "Connections that were made.",
            connects.value)
        exposition.metric(
            "toodoo_postgres_failed_connects_total", .counter,
            "Connections that could not be made.", failedConnects.value)
        exposition.metric(
            "toodoo_postgres_lost_connections_total", .counter, "Connections that broke.",
            losses.value)
        exposition.metric(
            "toodoo_postgres_timeouts_total", .counter,
            "Answers of PostgreSQL that did not come in time.", timeouts.value)
        exposition.metric(
            "toodoo_postgres_trips_total", .counter,
            "Round trips to PostgreSQL, of one statement or many.", trips.value)
        exposition.family(
            "toodoo_postgres_trip_seconds_total", .counter, "Time of these round trips.")
        exposition.sample(Double(tripMicroseconds.value) / 1_000_000)
        exposition.metric(
            "toodoo_postgres_resolved_commits_total", .counter,
            "Commits whose answer was lost, and whose outcome was found out.",
            resolvedCommits.value)
        exposition.metric(
            "toodoo_postgres_unknown_commits_total", .counter,
            "Commits whose outcome was not found out in time; their clients got no answer.",
            unknownCommits.value)
        exposition.metric(
            "toodoo_postgres_notifications_sent_total", .counter,
            "Notifications of revisions to other processes.", notificationsSent.value)
        exposition.metric(
            "toodoo_postgres_notifications_received_total", .counter,
            "Notifications of revisions, those of this process among them.",
            notificationsReceived.value)
        exposition.metric(
            "toodoo_postgres_polls_total", .counter,
            "Polls of revisions, the net below notifications.", polls.value)
    }
}
