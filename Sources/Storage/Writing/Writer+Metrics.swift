package import Telemetry

extension Writer {
    /// Writes the metrics of the writer, if it has any.
    package func write(to exposition: inout Exposition) {
        guard let metrics else { return }
        exposition.family(
            "toodoo_writer_batch_size", .histogram, "Writes that were committed together.")
        exposition.sample(metrics.batchSizes.snapshot(at: 0))
        exposition.family(
            "toodoo_writer_batch_duration_seconds", .histogram,
            "Time of a whole batch, from its BEGIN to the end of its COMMIT.")
        exposition.sample(metrics.batchDurations.snapshot(at: 0))
        exposition.family(
            "toodoo_writer_commit_duration_seconds", .histogram,
            "Time of a COMMIT: the log is written and synced (fsync).")
        exposition.sample(metrics.commitDurations.snapshot(at: 0))
        exposition.metric(
            "toodoo_writer_failed_batches_total", .counter,
            "Batches of which nothing could be stored.", metrics.failedBatches.value)
        let queue = queueLength
        exposition.metric(
            "toodoo_writer_queue_writes", .gauge, "Writes that wait for their batch.", queue.writes)
        exposition.metric(
            "toodoo_writer_queue_bytes", .gauge, "About how much those writes hold in memory.",
            queue.bytes)
        exposition.metric(
            "toodoo_writer_refused_writes_total", .counter,
            "Writes that were refused because too many waited.", metrics.refused.value)
    }
}
