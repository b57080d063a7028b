import Storage
package import Telemetry

extension SQLiteDatabase {
    package func write(to exposition: inout Exposition) {
        writer.write(to: &exposition)
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
