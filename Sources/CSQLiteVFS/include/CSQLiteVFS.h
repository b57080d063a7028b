#ifndef CWALBATCHVFS_H
#define CWALBATCHVFS_H

#include <sqlite3.h>

/// The name of a VFS that batches the pages of write-ahead logs and forwards the rest to
/// `file_system`, where NULL is the default VFS. NULL if that is not registered, or without memory.
const char *wal_batch_vfs_over(const char *file_system);

/// What a path begins with that means an open descriptor to `fence_vfs_over`: its number
/// follows. A database is written into it, without locks and without files beside it.
#define FENCE_DESCRIPTOR "toodoo-descriptor:"

/// The name of a VFS that opens and removes no super-journal, takes paths below /proc/self/fd/ as
/// they are, has descriptors as files, and forwards the rest to `file_system`, where NULL is the
/// default VFS. NULL if that is not registered, or without memory.
const char *fence_vfs_over(const char *file_system);

/// Begins batching the pages that the connection writes to its log; call it before a COMMIT.
void wal_batch_begin(sqlite3 *database);

/// Ends batching and discards what a failed COMMIT has left in the buffer.
void wal_batch_end(sqlite3 *database);

#endif
