#include "forwarding_vfs.h"
#include <pthread.h>
#include <stdio.h>

/// A VFS that forwards calls to `base`.
typedef struct ForwardingVFS {
    sqlite3_vfs vfs;
    sqlite3_vfs *base;
    const sqlite3_vfs *kind;
    struct ForwardingVFS *next;
    char name[128];
} ForwardingVFS;

sqlite3_vfs *forwarding_vfs_base(sqlite3_vfs *vfs) { return ((ForwardingVFS *)vfs)->base; }

static sqlite3_vfs *base(sqlite3_vfs *vfs) { return forwarding_vfs_base(vfs); }

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) { return base(vfs)->xDelete(base(vfs), name, sync); }
static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return base(vfs)->xAccess(base(vfs), name, flags, result);
}
static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    return base(vfs)->xFullPathname(base(vfs), name, size, path);
}
static int vfs_randomness(sqlite3_vfs *vfs, int count, char *into) { return base(vfs)->xRandomness(base(vfs), count, into); }
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { return base(vfs)->xSleep(base(vfs), microseconds); }
static int vfs_time(sqlite3_vfs *vfs, double *days) { return base(vfs)->xCurrentTime(base(vfs), days); }
static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text) {
    return base(vfs)->xGetLastError ? base(vfs)->xGetLastError(base(vfs), size, text) : 0;
}

/// Registers a new VFS over `base`; NULL without memory.
static ForwardingVFS *register_over(sqlite3_vfs *base, const sqlite3_vfs *kind) {
    ForwardingVFS *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) return NULL;
    *made = (ForwardingVFS){
        // Version 1: SQLite reads the time by xCurrentTime, in days. No extensions are loaded.
        .vfs = {
            .iVersion = 1,
            .szOsFile = kind->szOsFile + base->szOsFile,
            .mxPathname = base->mxPathname,
            .xOpen = kind->xOpen,
            .xDelete = kind->xDelete ? kind->xDelete : vfs_delete,
            .xAccess = kind->xAccess ? kind->xAccess : vfs_access,
            .xFullPathname = kind->xFullPathname ? kind->xFullPathname : vfs_full_path,
            .xRandomness = vfs_randomness,
            .xSleep = vfs_sleep,
            .xCurrentTime = vfs_time,
            .xGetLastError = vfs_last_error,
        },
        .base = base,
        .kind = kind,
    };
    snprintf(made->name, sizeof made->name, "%s-%s", kind->zName, base->zName);
    made->vfs.zName = made->name;
    if (sqlite3_vfs_register(&made->vfs, 0) == SQLITE_OK) return made;
    sqlite3_free(made);
    return NULL;
}

const char *forwarding_vfs_over(const char *file_system, const sqlite3_vfs *kind) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static ForwardingVFS *all;
    sqlite3_vfs *base = sqlite3_vfs_find(file_system);
    if (base == NULL) return NULL;
    pthread_mutex_lock(&lock);
    ForwardingVFS *found = all;
    // A VFS that was unregistered and freed may have left its address to another one, whose files
    // may need more memory.
    while (found != NULL && (found->base != base || found->kind != kind ||
                             found->vfs.szOsFile != kind->szOsFile + base->szOsFile))
        found = found->next;
    if (found == NULL) {
        found = register_over(base, kind);
        if (found != NULL) {
            found->next = all;
            all = found;
        }
    }
    pthread_mutex_unlock(&lock);
    return found == NULL ? NULL : found->name;
}
