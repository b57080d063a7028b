#ifndef CWALBATCHVFS_H
#define CWALBATCHVFS_H

#include <sqlite3.h>

/// The name of a VFS that batches the pages of write-ahead logs and forwards the rest to
/// `file_system`, where NULL is the default VFS. NULL if that is not registered, or without memory.
const char *wal_batch_vfs_over(const char *file_system);

/// Begins batching the pages that the connection writes to its log; call it before a COMMIT.
void wal_batch_begin(sqlite3 *database);

/// Ends batching and discards what a failed COMMIT has left in the buffer.
void wal_batch_end(sqlite3 *database);

#endif
