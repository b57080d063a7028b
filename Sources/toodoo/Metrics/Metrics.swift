import API
import HTTP
import HTTPServer
import Items
import Reminders
import Storage
import Synchronization
import Telemetry

/// All metrics, collected when `/metrics` is requested.
struct Metrics: Sendable {
    let server: ServerMetrics
    let storage: any Storage
    let failures: FailureLog
    let log: ServeLog
    /// What the sender counts; nil if reminders are turned off.
    let reminders: SenderMetrics?
    /// The start time of the process, in seconds since 1970.
    let start: Double

    /// Appends the exposition of all metrics.
    func write(to body: inout ByteWriter) {
        var exposition = Exposition()
        exposition.family("toodoo_build_info", .gauge, "Always 1; the labels describe the build.")
        exposition.sample(
            1,
            [
                "version": Build.version,
                "revision": Build.revision ?? "unknown",
            ])
        server.write(to: &exposition, routes: App.routes)
        storage.write(to: &exposition)
        if let file = storage.file { write(file, to: &exposition) }
        exposition.family(
            "toodoo_storage_failures_total", .counter, "Failures of the storage, by kind.")
        for (kind, count) in failures.counts { exposition.sample(count, ["kind": kind]) }
        exposition.metric(
            "toodoo_log_lines_dropped_total", .counter,
            "Log lines that were dropped because the log could not be written.", log.dropped)
        reminders?.write(to: &exposition)
        writeProcess(to: &exposition)
        body.append(text: exposition.text)
    }

    private func write(_ file: String, to exposition: inout Exposition) {
        exposition.metric(
            "toodoo_database_bytes", .gauge, "Size of the database file.",
            ProcessStats.size(of: file) ?? 0)
        exposition.metric(
            "toodoo_wal_bytes", .gauge, "Size of the write-ahead log file.",
            ProcessStats.size(of: file + "-wal") ?? 0)
        if let free = ProcessStats.freeBytes(besides: file) {
            exposition.metric(
                "toodoo_database_free_bytes", .gauge,
                "Free bytes on the disk of the database.", free)
        }
    }

    private func writeProcess(to exposition: inout Exposition) {
        exposition.family(
            "process_cpu_seconds_total", .counter, "CPU time that the process has used.")
        exposition.sample(ProcessStats.cpuSeconds)
        if let bytes = ProcessStats.residentBytes {
            exposition.metric(
                "process_resident_memory_bytes", .gauge, "Resident memory of the process.", bytes)
        }
        if let bytes = ProcessStats.virtualBytes {
            exposition.metric(
                "process_virtual_memory_bytes", .gauge, "Virtual memory of the process.", bytes)
        }
        if let count = ProcessStats.openDescriptors {
            exposition.metric(
                "process_open_fds", .gauge, "Open descriptors.", count)
        }
        if let limit = ProcessStats.descriptorLimit {
            exposition.metric(
                "process_max_fds", .gauge, "Limit of open descriptors.", limit)
        }
        exposition.family(
            "process_start_time_seconds", .gauge,
            "Start time of the process, in seconds since 1970.")
        exposition.sample(start)
    }
}
