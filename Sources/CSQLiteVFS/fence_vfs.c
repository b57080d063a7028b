#include "CSQLiteVFS.h"
#include "forwarding_vfs.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What SQLite may do with files, for every connection of the program. Files that it opens by a path
// are those of the base VFS, so reads and writes do not pass through here.
//
// A rollback journal may name a second file, a super-journal, which SQLite removes after the
// rollback: of a transaction on several databases, which toodoo has none of
// (sqlite.org/atomiccommit.html#_multi_file_commit). A journal that another user has put beside a
// database could name any file. So super-journals are not opened, and those that cannot be opened
// are not removed.
//
// A path below /proc/self/fd/ begins at a folder that the program holds open, to which the path may
// not be open to the user as whom it works. The base VFS would resolve it into that path.

static sqlite3_vfs *base(sqlite3_vfs *vfs) { return forwarding_vfs_base(vfs); }

/// A database that is written into an open descriptor, without a path and without locks; or its
/// rollback journal, which is -1 and keeps nothing: a copy that fails is thrown away.
typedef struct {
    sqlite3_file file;
    int descriptor;
} DescriptorFile;

static int descriptor_of(sqlite3_file *file) { return ((DescriptorFile *)file)->descriptor; }

// The descriptor stays open: it is the caller's.
static int descriptor_close(sqlite3_file *file) { return SQLITE_OK; }

static int descriptor_read(sqlite3_file *file, void *into, int count, sqlite3_int64 offset) {
    char *bytes = into;
    int done = 0;
    while (done < count && descriptor_of(file) >= 0) {
        ssize_t got = pread(descriptor_of(file), bytes + done, (size_t)(count - done), offset + done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return SQLITE_IOERR_READ;
        if (got == 0) break;
        done += (int)got;
    }
    if (done == count) return SQLITE_OK;
    // SQLite requires the zeros (sqlite.org/c3ref/io_methods.html).
    memset(bytes + done, 0, (size_t)(count - done));
    return SQLITE_IOERR_SHORT_READ;
}

static int descriptor_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 offset) {
    const char *bytes = from;
    int done = 0;
    while (done < count && descriptor_of(file) >= 0) {
        ssize_t put = pwrite(descriptor_of(file), bytes + done, (size_t)(count - done), offset + done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return put < 0 && errno != ENOSPC ? SQLITE_IOERR_WRITE : SQLITE_FULL;
        done += (int)put;
    }
    return SQLITE_OK;
}

static int descriptor_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return descriptor_of(file) < 0 || ftruncate(descriptor_of(file), size) == 0 ? SQLITE_OK
                                                                                : SQLITE_IOERR_TRUNCATE;
}

// The caller syncs the file when it is complete.
static int descriptor_sync(sqlite3_file *file, int flags) { return SQLITE_OK; }

static int descriptor_size(sqlite3_file *file, sqlite3_int64 *size) {
    *size = 0;
    if (descriptor_of(file) < 0) return SQLITE_OK;
    struct stat status;
    if (fstat(descriptor_of(file), &status) != 0) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int descriptor_lock(sqlite3_file *file, int level) { return SQLITE_OK; }
static int descriptor_check_reserved_lock(sqlite3_file *file, int *result) {
    *result = 0;
    return SQLITE_OK;
}
static int descriptor_control(sqlite3_file *file, int operation, void *argument) { return SQLITE_NOTFOUND; }
static int descriptor_sector_size(sqlite3_file *file) { return 4096; }
static int descriptor_characteristics(sqlite3_file *file) { return 0; }

static const sqlite3_io_methods descriptor_methods = {
    .iVersion = 1,
    .xClose = descriptor_close,
    .xRead = descriptor_read,
    .xWrite = descriptor_write,
    .xTruncate = descriptor_truncate,
    .xSync = descriptor_sync,
    .xFileSize = descriptor_size,
    .xLock = descriptor_lock,
    .xUnlock = descriptor_lock,
    .xCheckReservedLock = descriptor_check_reserved_lock,
    .xFileControl = descriptor_control,
    .xSectorSize = descriptor_sector_size,
    .xDeviceCharacteristics = descriptor_characteristics,
};

static bool begins_with(const char *name, const char *prefix) {
    return name != NULL && strncmp(name, prefix, strlen(prefix)) == 0;
}

/// Whether the name is that of a descriptor, or of a file that SQLite would put beside it.
static bool is_descriptor(const char *name) { return begins_with(name, FENCE_DESCRIPTOR); }

static int fence_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    // Without methods the file is not open and must not be closed
    // (sqlite.org/c3ref/io_methods.html).
    file->pMethods = NULL;
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_AUTH;
    if (!is_descriptor(name)) return base(vfs)->xOpen(base(vfs), name, file, flags, out);

    char *end;
    long descriptor = strtol(name + strlen(FENCE_DESCRIPTOR), &end, 10);
    bool is_database = flags & SQLITE_OPEN_MAIN_DB;
    if (is_database && *end != '\0') return SQLITE_CANTOPEN;
    ((DescriptorFile *)file)->descriptor = is_database ? (int)descriptor : -1;
    file->pMethods = &descriptor_methods;
    if (out != NULL) *out = flags;
    return SQLITE_OK;
}

static int fence_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    return is_descriptor(name) ? SQLITE_OK : base(vfs)->xDelete(base(vfs), name, sync);
}

static int fence_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    if (!is_descriptor(name)) return base(vfs)->xAccess(base(vfs), name, flags, result);
    *result = 0;
    return SQLITE_OK;
}

static int fence_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    if (!is_descriptor(name) && !begins_with(name, "/proc/self/fd/"))
        return base(vfs)->xFullPathname(base(vfs), name, size, path);
    if ((size_t)size <= strlen(name)) return SQLITE_CANTOPEN;
    strcpy(path, name);
    return SQLITE_OK;
}

static const sqlite3_vfs fence_kind = {
    .zName = "fence",
    .szOsFile = (int)sizeof(DescriptorFile),
    .xOpen = fence_open,
    .xDelete = fence_delete,
    .xAccess = fence_access,
    .xFullPathname = fence_full_path,
};

const char *fence_vfs_over(const char *file_system) { return forwarding_vfs_over(file_system, &fence_kind); }
