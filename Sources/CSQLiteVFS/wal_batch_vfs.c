#include "CSQLiteVFS.h"
#include "forwarding_vfs.h"
#include <sqlite3.h>
#include <stdbool.h>
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
    bool is_batching; // a COMMIT is running
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
        wal->is_commit_frame = memcmp((const unsigned char *)from + 4, nothing, sizeof nothing) != 0;
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

static int wal_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int wal_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int wal_check_reserved_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int wal_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int wal_sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int wal_characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

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

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    // Other files than logs belong to the base VFS and have its methods.
    sqlite3_vfs *base = forwarding_vfs_base(vfs);
    if (!(flags & SQLITE_OPEN_WAL)) return base->xOpen(base, name, file, flags, out);
    WALFile *wal = (WALFile *)file;
    *wal = (WALFile){0};
    int code = base->xOpen(base, name, real(file), flags, out);
    // Without methods the file is not open and must not be closed
    // (sqlite.org/c3ref/io_methods.html).
    if (real(file)->pMethods != NULL) wal->file.pMethods = &wal_methods;
    return code;
}

const char *wal_batch_vfs_over(const char *file_system) {
    static const sqlite3_vfs kind = {
        .zName = "wal-batch", .szOsFile = (int)sizeof(WALFile), .xOpen = vfs_open,
    };
    return forwarding_vfs_over(file_system, &kind);
}

/// The connection's open log, if it is one of this VFS; otherwise NULL.
static WALFile *wal_of(sqlite3 *database) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return code == SQLITE_OK && file != NULL && file->pMethods == &wal_methods ? (WALFile *)file : NULL;
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
