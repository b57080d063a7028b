package import Telemetry

extension Storage {
    /// Writes the metrics of storage.
    package func write(to exposition: inout Exposition) {
        exposition.family(
            "toodoo_writer_batch_size", .histogram, "Writes that were committed together.")
        exposition.sample(metrics.batchSizes.snapshot(at: 0))
        exposition.family(
            "toodoo_writer_batch_duration_seconds", .histogram,
            "Time of a whole batch, from its BEGIN to the end of its COMMIT.")
        exposition.sample(metrics.batchDurations.snapshot(at: 0))
        exposition.family(
            "toodoo_writer_commit_duration_seconds", .histogram,
            "Time of a COMMIT: the log is written and synced (fsync), and now and then checkpointed."
        )
        exposition.sample(metrics.commitDurations.snapshot(at: 0))
        exposition.metric(
            "toodoo_writer_failed_batches_total", .counter,
            "Batches of which nothing could be stored.", metrics.failedBatches.value)
        let queue = writer.queueLength
        exposition.metric(
            "toodoo_writer_queue_writes", .gauge, "Writes that wait for their batch.", queue.writes)
        exposition.metric(
            "toodoo_writer_queue_bytes", .gauge, "About how much those writes hold in memory.",
            queue.bytes)
        exposition.metric(
            "toodoo_writer_refused_writes_total", .counter,
            "Writes that were refused because too many waited.", metrics.refused.value)
        writeCaches(to: &exposition)
    }

    private func writeCaches(to exposition: inout Exposition) {
        exposition.family(
            "toodoo_cache_hits_total", .counter,
            "What was found in a cache: pages of the database, addresses.")
        exposition.sample(metrics.sum { $0.pageHits.value }, ["cache": "pages"])
        exposition.sample(metrics.sum { $0.addressHits.value }, ["cache": "addresses"])
        exposition.family(
            "toodoo_cache_misses_total", .counter, "What was looked for in a cache in vain.")
        exposition.sample(metrics.sum { $0.pageMisses.value }, ["cache": "pages"])
        exposition.sample(metrics.sum { $0.addressMisses.value }, ["cache": "addresses"])
    }
}
