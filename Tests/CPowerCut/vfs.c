#include "disk.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// The functions by which SQLite finds a disk (sqlite.org/c3ref/vfs.html).

static int open_file(sqlite3_vfs *vfs, const char *text, sqlite3_file *file, int flags,
                     int *flags_out) {
    PowerCutDisk *disk = vfs->pAppData;
    Handle *handle = (Handle *)file;
    memset(handle, 0, sizeof(Handle));
    pthread_mutex_lock(&disk->lock);
    int code = fault_of(disk, powercut_open);
    Name *name = text ? find_name(disk, text) : NULL;
    bool is_new = name == NULL;
    if (code == SQLITE_OK && text != NULL && is_new && !(flags & SQLITE_OPEN_CREATE)) {
        code = SQLITE_CANTOPEN;
    }
    if (code == SQLITE_OK) {
        int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
        handle->disk = disk;
        handle->content = is_new ? make_content(disk, text) : name->content;
        handle->content->handles += 1;
        disk->handles += 1;
        handle->syncs_folder = is_new && (flags & journals);
        handle->base.pMethods = &file_methods;
        if (flags_out != NULL) { *flags_out = flags; }
    }
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *text, int sync_folder) {
    PowerCutDisk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->lock);
    int code = fault_of(disk, powercut_delete);
    Name *name = find_name(disk, text);
    if (code == SQLITE_OK && name == NULL) { code = SQLITE_IOERR_DELETE_NOENT; }
    if (code == SQLITE_OK) {
        remove_name(disk, name);
        if (sync_folder && !disk->lies) { note(disk, (Operation){.kind = SYNC_FOLDER}); }
    }
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static int access_file(sqlite3_vfs *vfs, const char *text, int flags, int *result) {
    PowerCutDisk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->lock);
    int code = fault_of(disk, powercut_access);
    Name *name = find_name(disk, text);
    // An empty journal counts as missing, as it does on Linux.
    *result = name != NULL && (flags != SQLITE_ACCESS_EXISTS || name->content->bytes.count > 0);
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static int full_path(sqlite3_vfs *vfs, const char *text, int room, char *result) {
    return snprintf(result, (size_t)room, "%s", text) < room ? SQLITE_OK : SQLITE_CANTOPEN;
}

static sqlite3_vfs *of_the_system(void) { return sqlite3_vfs_find("unix"); }

static int randomness(sqlite3_vfs *vfs, int count, char *result) {
    return of_the_system()->xRandomness(of_the_system(), count, result);
}

// This disk never waits: a lock is released at once or never.
static int pause(sqlite3_vfs *vfs, int microseconds) {
    PowerCutDisk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->lock);
    disk->paused += microseconds;
    pthread_mutex_unlock(&disk->lock);
    return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *result) {
    return of_the_system()->xCurrentTime(of_the_system(), result);
}

static int last_error(sqlite3_vfs *vfs, int room, char *result) { return 0; }

PowerCutDisk *powercut_make(void) {
    static atomic_int made;
    PowerCutDisk *disk = get_memory(sizeof(PowerCutDisk));
    pthread_mutex_init(&disk->lock, NULL);
    snprintf(disk->name, sizeof(disk->name), "powercut-%d", atomic_fetch_add(&made, 1));
    disk->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(Handle),
        .mxPathname = 512,
        .zName = disk->name,
        .pAppData = disk,
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_path,
        .xRandomness = randomness,
        .xSleep = pause,
        .xCurrentTime = current_time,
        .xGetLastError = last_error,
    };
    sqlite3_vfs_register(&disk->vfs, 0);
    return disk;
}

const char *powercut_name(const PowerCutDisk *disk) { return disk->name; }
