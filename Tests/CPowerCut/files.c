#include "disk.h"
#include <string.h>

// The operations of SQLite on an open file (sqlite.org/c3ref/io_methods.html).

static PowerCutDisk *enter(sqlite3_file *file) {
    PowerCutDisk *disk = ((Handle *)file)->disk;
    pthread_mutex_lock(&disk->lock);
    return disk;
}

static int leave(PowerCutDisk *disk, int code) {
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static int close_file(sqlite3_file *file) {
    Handle *handle = (Handle *)file;
    shm_unmap(file, 0);
    unlock_file(file, SQLITE_LOCK_NONE);
    PowerCutDisk *disk = enter(file);
    handle->content->handles -= 1;
    let_go(disk, handle->content);
    disk->handles -= 1;
    bool is_last = disk->is_done_with && disk->handles == 0;
    leave(disk, SQLITE_OK);
    if (is_last) { free_disk(disk); }
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *to, int count, sqlite3_int64 offset) {
    PowerCutDisk *disk = enter(file);
    Bytes *bytes = &((Handle *)file)->content->bytes;
    size_t wanted = (size_t)count, there = 0;
    if ((size_t)offset < bytes->count) { there = bytes->count - (size_t)offset; }
    if (there > wanted) { there = wanted; }
    int code = fault_of(disk, powercut_read);
    if (code != SQLITE_OK) { return leave(disk, code); }
    if (there > 0) { memcpy(to, bytes->bytes + offset, there); }
    // The missing part must be zero (c3ref/io_methods.html).
    memset((char *)to + there, 0, wanted - there);
    return leave(disk, there < wanted ? SQLITE_IOERR_SHORT_READ : SQLITE_OK);
}

static int write_file(sqlite3_file *file, const void *from, int count, sqlite3_int64 offset) {
    PowerCutDisk *disk = enter(file);
    Content *content = ((Handle *)file)->content;
    size_t size = (size_t)count;
    int code = fault_of(disk, powercut_write);
    if (code != SQLITE_OK) {
        if (!disk->fault.partly) { return leave(disk, code); }
        size /= 2;
    }
    put(&content->bytes, (size_t)offset, from, size);
    if (content->number > 0) {
        Operation operation = {.kind = WRITE,
                               .content = content->number,
                               .offset = (size_t)offset,
                               .count = size,
                               .bytes = get_memory(size)};
        memcpy(operation.bytes, from, size);
        note(disk, operation);
    }
    return leave(disk, code);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    PowerCutDisk *disk = enter(file);
    Content *content = ((Handle *)file)->content;
    int code = fault_of(disk, powercut_truncate);
    if (code != SQLITE_OK) { return leave(disk, code); }
    cut_to(&content->bytes, (size_t)size);
    if (content->number > 0) {
        note(disk,
             (Operation){.kind = TRUNCATE, .content = content->number, .count = (size_t)size});
    }
    return leave(disk, SQLITE_OK);
}

static int sync_file(sqlite3_file *file, int flags) {
    PowerCutDisk *disk = enter(file);
    Handle *handle = (Handle *)file;
    int number = handle->content->number;
    int code = fault_of(disk, powercut_sync);
    if (number == 0 || disk->lies) { return leave(disk, code); }
    if (code != SQLITE_OK) {
        note(disk, (Operation){.kind = FAILED_SYNC, .content = number});
        return leave(disk, code);
    }
    note(disk, (Operation){.kind = SYNC, .content = number});
    if (handle->syncs_folder) { note(disk, (Operation){.kind = SYNC_FOLDER}); }
    handle->syncs_folder = false;
    return leave(disk, SQLITE_OK);
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    PowerCutDisk *disk = enter(file);
    int code = fault_of(disk, powercut_file_size);
    if (code == SQLITE_OK) { *size = (sqlite3_int64)((Handle *)file)->content->bytes.count; }
    return leave(disk, code);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    return SQLITE_NOTFOUND;
}

// Both are the values of SQLite's own file system for Linux.
static int sector_size(sqlite3_file *file) { return 4096; }
static int characteristics(sqlite3_file *file) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

const sqlite3_io_methods file_methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};
