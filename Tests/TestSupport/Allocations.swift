import CAllocations

/// Says whether allocations are counted here; under an address sanitizer, or without glibc, every
/// count is 0.
package var allocationsAreCounted: Bool { allocations_are_counted() }

/// Counts how often `body` asks for memory on this thread, leaving out what libsqlite3 asks for.
package func allocations(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_so_far()
    try body()
    return allocations_so_far() - before
}

/// Counts how often libsqlite3 asks for memory on this thread while `body` runs.
package func allocationsOfSQLite(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_of_sqlite_so_far()
    try body()
    return allocations_of_sqlite_so_far() - before
}
