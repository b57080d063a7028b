import CAllocations

/// Whether allocations are counted. Under an address sanitizer, or without glibc, every count is 0.
package var allocationsAreCounted: Bool { allocations_are_counted() }

/// Counts the allocations of `body` on this thread, without those of libsqlite3.
package func allocations(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_so_far()
    try body()
    return allocations_so_far() - before
}

/// Counts the allocations of libsqlite3 on this thread while `body` runs.
package func allocationsOfSQLite(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_of_sqlite_so_far()
    try body()
    return allocations_of_sqlite_so_far() - before
}
