#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// Only what Swift cannot say itself: it calls no variadic function, and SQLITE_TRANSIENT is a
// number dressed as a function pointer.

/// Stops the library from counting its memory; sqlite3_config() is variadic.
static inline int csqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Switches an option of a connection; sqlite3_db_config() is variadic.
static inline int csqlite_db_config(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}

/// Binds a copy of a text. A NULL pointer would bind NULL, and Swift's empty spans may have one,
/// so an empty text is given an address.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes,
                                    sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count,
                               SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of a blob, with the same care for an empty one.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                    sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
