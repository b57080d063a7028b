#include "CSQLiteVFS.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// SQLite writes each page of a commit to the log with two calls: one for the 24-byte frame header,
// one for the page; a batch of writes takes more than fifty. This VFS merges them into one call.
// It buffers only while a COMMIT runs, and writes the buffer
//
//     with the last page of the commit
//     before the log is synced, read, measured or truncated
//     when a write does not follow on the previous one, or the buffer is full
//
// so always before SQLite publishes the commit to readers, and in the original order: after a power
// cut the log is in a state that is possible without this VFS. A failed write is reported by the
// call that flushes the buffer, so the COMMIT fails. The rest of the buffer is then discarded:
// once the COMMIT has ended, other connections may write to the log.

// SQLite's unix VFS writes at most 131,071 bytes per call.
enum { BUFFER_SIZE = 124 << 10, FRAME_HEAD = 24 };

/// An open log. The base VFS's file follows it, in memory that SQLite allocates (szOsFile).
typedef struct {
    sqlite3_file file;
    unsigned char *bytes;
    int count;
    sqlite3_int64 start;
    bool is_batching;     // a COMMIT is running
    bool is_commit_frame; // the current frame is the last one of a commit
} WALFile;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((WALFile *)file + 1); }

static int flush_batch(WALFile *wal) {
    if (wal->count == 0) return SQLITE_OK;
    sqlite3_file *file = real(&wal->file);
    int count = wal->count;
    wal->count = 0;
    return file->pMethods->xWrite(file, wal->bytes, count, wal->start);
}

static int wal_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 offset) {
    WALFile *wal = (WALFile *)file;
    if (wal->count > 0 && (offset != wal->start + wal->count || count > BUFFER_SIZE - wal->count)) {
        int code = flush_batch(wal);
        if (code != SQLITE_OK) return code;
    }
    if (wal->is_batching && wal->bytes == NULL) wal->bytes = sqlite3_malloc(BUFFER_SIZE);
    if (!wal->is_batching || wal->bytes == NULL || count > BUFFER_SIZE)
        return real(file)->pMethods->xWrite(real(file), from, count, offset);

    if (wal->count == 0) wal->start = offset;
    memcpy(wal->bytes + wal->count, from, (size_t)count);
    wal->count += count;
    if (count == FRAME_HEAD) {
        // In a commit frame, bytes 4 to 7 are the database size; in other frames they are 0
        // (sqlite.org/fileformat2.html#wal_file_format).
        static const unsigned char nothing[4];
        wal->is_commit_frame =
            memcmp((const unsigned char *)from + 4, nothing, sizeof nothing) != 0;
        return SQLITE_OK;
    }
    return wal->is_commit_frame ? flush_batch(wal) : SQLITE_OK;
}

static int wal_close(sqlite3_file *file) {
    sqlite3_free(((WALFile *)file)->bytes);
    return real(file)->pMethods->xClose(real(file));
}

static int wal_read(sqlite3_file *file, void *into, int count, sqlite3_int64 offset) {
    // During a COMMIT, SQLite reads the log to rewrite the headers of earlier frames without pages.
    // `wal_write` expects a page after each header, so batching ends.
    ((WALFile *)file)->is_batching = false;
    int code = flush_batch((WALFile *)file);
    return code != SQLITE_OK ? code : real(file)->pMethods->xRead(real(file), into, count, offset);
}

static int wal_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = flush_batch((WALFile *)file);
    return code != SQLITE_OK ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int wal_sync(sqlite3_file *file, int flags) {
    int code = flush_batch((WALFile *)file);
    return code != SQLITE_OK ? code : real(file)->pMethods->xSync(real(file), flags);
}

static int wal_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = flush_batch((WALFile *)file);
    return code != SQLITE_OK ? code : real(file)->pMethods->xFileSize(real(file), size);
}

static int wal_lock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}
static int wal_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}
static int wal_check_reserved_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int wal_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int wal_sector_size(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}
static int wal_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static const sqlite3_io_methods wal_methods = {
    .iVersion = 1,
    .xClose = wal_close,
    .xRead = wal_read,
    .xWrite = wal_write,
    .xTruncate = wal_truncate,
    .xSync = wal_sync,
    .xFileSize = wal_size,
    .xLock = wal_lock,
    .xUnlock = wal_unlock,
    .xCheckReservedLock = wal_check_reserved_lock,
    .xFileControl = wal_control,
    .xSectorSize = wal_sector_size,
    .xDeviceCharacteristics = wal_characteristics,
};

/// A VFS that forwards calls to `base`.
typedef struct BatchVFS {
    sqlite3_vfs vfs;
    sqlite3_vfs *base;
    struct BatchVFS *next;
    char name[128];
} BatchVFS;

static sqlite3_vfs *base(sqlite3_vfs *vfs) { return ((BatchVFS *)vfs)->base; }

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    // Other files than logs belong to the base VFS and have its methods.
    if (!(flags & SQLITE_OPEN_WAL)) return base(vfs)->xOpen(base(vfs), name, file, flags, out);
    WALFile *wal = (WALFile *)file;
    *wal = (WALFile){0};
    int code = base(vfs)->xOpen(base(vfs), name, real(file), flags, out);
    // Without methods the file is not open and must not be closed
    // (sqlite.org/c3ref/io_methods.html).
    if (real(file)->pMethods != NULL) wal->file.pMethods = &wal_methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    return base(vfs)->xDelete(base(vfs), name, sync);
}
static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return base(vfs)->xAccess(base(vfs), name, flags, result);
}
static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    return base(vfs)->xFullPathname(base(vfs), name, size, path);
}
static int vfs_randomness(sqlite3_vfs *vfs, int count, char *into) {
    return base(vfs)->xRandomness(base(vfs), count, into);
}
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    return base(vfs)->xSleep(base(vfs), microseconds);
}
static int vfs_time(sqlite3_vfs *vfs, double *days) {
    return base(vfs)->xCurrentTime(base(vfs), days);
}
static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text) {
    return base(vfs)->xGetLastError ? base(vfs)->xGetLastError(base(vfs), size, text) : 0;
}

/// Registers a new VFS over `base`; NULL without memory.
static BatchVFS *register_over(sqlite3_vfs *base) {
    BatchVFS *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) return NULL;
    *made = (BatchVFS){
        // Version 1: SQLite reads the time by xCurrentTime, in days. No extensions are loaded.
        .vfs =
            {
                .iVersion = 1,
                .szOsFile = (int)sizeof(WALFile) + base->szOsFile,
                .mxPathname = base->mxPathname,
                .xOpen = vfs_open,
                .xDelete = vfs_delete,
                .xAccess = vfs_access,
                .xFullPathname = vfs_full_path,
                .xRandomness = vfs_randomness,
                .xSleep = vfs_sleep,
                .xCurrentTime = vfs_time,
                .xGetLastError = vfs_last_error,
            },
        .base = base,
    };
    snprintf(made->name, sizeof made->name, "wal-batch-%s", base->zName);
    made->vfs.zName = made->name;
    if (sqlite3_vfs_register(&made->vfs, 0) == SQLITE_OK) return made;
    sqlite3_free(made);
    return NULL;
}

const char *wal_batch_vfs_over(const char *file_system) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static BatchVFS *all;
    sqlite3_vfs *base = sqlite3_vfs_find(file_system);
    if (base == NULL) return NULL;
    pthread_mutex_lock(&lock);
    BatchVFS *found = all;
    // A VFS that was unregistered and freed may have left its address to another one, whose files
    // may need more memory.
    while (found != NULL &&
           (found->base != base || found->vfs.szOsFile != (int)sizeof(WALFile) + base->szOsFile))
        found = found->next;
    if (found == NULL) {
        found = register_over(base);
        if (found != NULL) {
            found->next = all;
            all = found;
        }
    }
    pthread_mutex_unlock(&lock);
    return found == NULL ? NULL : found->name;
}

/// The connection's open log, if it is one of this VFS; otherwise NULL.
static WALFile *wal_of(sqlite3 *database) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return code == SQLITE_OK && file != NULL && file->pMethods == &wal_methods ? (WALFile *)file
                                                                               : NULL;
}

void wal_batch_begin(sqlite3 *database) {
    WALFile *wal = wal_of(database);
    if (wal == NULL) return;
    wal->is_batching = true;
    wal->is_commit_frame = false;
}

void wal_batch_end(sqlite3 *database) {
    WALFile *wal = wal_of(database);
    if (wal == NULL) return;
    wal->is_batching = false;
    wal->count = 0;
}
