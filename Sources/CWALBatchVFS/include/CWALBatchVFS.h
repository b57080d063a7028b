#ifndef CWALBATCHVFS_H
#define CWALBATCHVFS_H

#include <sqlite3.h>

/// The name of a file system for SQLite that is another one (NULL is the system's) but for write-ahead
/// logs, whose pages it can batch. NULL when there is none.
const char *wal_batch_vfs_over(const char *file_system);

/// Begins to batch the pages that the connection writes into its log, for a COMMIT.
void wal_batch_begin(sqlite3 *database);

/// Ends that; what is then left belongs to a COMMIT that has failed.
void wal_batch_end(sqlite3 *database);

#endif
