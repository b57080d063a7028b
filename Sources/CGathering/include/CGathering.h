#ifndef CGATHERING_H
#define CGATHERING_H

#include <sqlite3.h>

/// The name of a file system for SQLite that is another one (NULL is the system's) but for write-ahead
/// logs, whose pages it can gather. NULL when there is none.
const char *gathering_over(const char *file_system);

/// Begins to gather the pages that the connection writes into its log, for a COMMIT.
void gathering_begin(sqlite3 *database);

/// Ends that; what is then left belongs to a COMMIT that has failed.
void gathering_end(sqlite3 *database);

#endif
