#ifndef FORWARDING_VFS_H
#define FORWARDING_VFS_H

#include <sqlite3.h>

/// The VFS that another one forwards its calls to.
sqlite3_vfs *forwarding_vfs_base(sqlite3_vfs *vfs);

/// The name of a VFS that forwards its calls to `file_system`, where NULL is the default VFS, except
/// those that `kind` has. Its name begins with the kind's. NULL if `file_system` is not registered,
/// or without memory.
///
/// Of `kind` only the name, the functions and szOsFile count, which is what a file needs in addition
/// to one of `file_system`.
const char *forwarding_vfs_over(const char *file_system, const sqlite3_vfs *kind);

#endif
