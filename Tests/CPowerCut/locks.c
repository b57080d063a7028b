#include "disk.h"
#include <stdlib.h>
#include <string.h>

// Locks between the connections of this process, and the memory they share. They end with the
// process, so they are not recorded.

static int answer(PowerCutDisk *disk, int code) {
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static bool is_of_another(Handle *holder, Handle *handle) {
    return holder != NULL && holder != handle;
}

static int try_lock(Handle *handle, int level) {
    Content *content = handle->content;
    if (level == SQLITE_LOCK_SHARED) {
        if (is_of_another(content->pending, handle) || is_of_another(content->exclusive, handle)) {
            return SQLITE_BUSY;
        }
        content->sharers += 1;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (is_of_another(content->reserved, handle)) { return SQLITE_BUSY; }
        content->reserved = handle;
    } else {
        if (is_of_another(content->pending, handle) || is_of_another(content->reserved, handle)) {
            return SQLITE_BUSY;
        }
        // A connection that waits for the readers blocks new ones until it gives up.
        content->pending = handle;
        handle->lock = SQLITE_LOCK_PENDING;
        if (content->sharers > 1) { return SQLITE_BUSY; }
        content->exclusive = handle;
    }
    handle->lock = level;
    return SQLITE_OK;
}

int lock_file(sqlite3_file *file, int level) {
    Handle *handle = (Handle *)file;
    PowerCutDisk *disk = handle->disk;
    pthread_mutex_lock(&disk->lock);
    if (handle->lock >= level) { return answer(disk, SQLITE_OK); }
    int code = fault_of(disk, powercut_lock);
    return answer(disk, code == SQLITE_OK ? try_lock(handle, level) : code);
}

int unlock_file(sqlite3_file *file, int level) {
    Handle *handle = (Handle *)file;
    Content *content = handle->content;
    pthread_mutex_lock(&handle->disk->lock);
    if (content->reserved == handle) { content->reserved = NULL; }
    if (content->pending == handle) { content->pending = NULL; }
    if (content->exclusive == handle) { content->exclusive = NULL; }
    if (level == SQLITE_LOCK_NONE && handle->lock > SQLITE_LOCK_NONE) { content->sharers -= 1; }
    if (handle->lock > level) { handle->lock = level; }
    return answer(handle->disk, SQLITE_OK);
}

int check_reserved_lock(sqlite3_file *file, int *result) {
    Handle *handle = (Handle *)file;
    pthread_mutex_lock(&handle->disk->lock);
    *result = handle->content->reserved != NULL;
    return answer(handle->disk, SQLITE_OK);
}

int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    Handle *handle = (Handle *)file;
    PowerCutDisk *disk = handle->disk;
    SharedMemory *shared = &handle->content->shared;
    *memory = NULL;
    pthread_mutex_lock(&disk->lock);
    int code = fault_of(disk, powercut_shm_map);
    if (code != SQLITE_OK) { return answer(disk, code); }
    if (!handle->shares_memory) {
        handle->shares_memory = true;
        shared->users += 1;
    }
    if (region >= shared->region_count) {
        if (!extend) { return answer(disk, SQLITE_OK); }
        void **regions = get_memory((size_t)(region + 1) * sizeof(void *));
        for (int index = 0; index <= region; index += 1) {
            bool is_there = index < shared->region_count;
            regions[index] = is_there ? shared->regions[index] : get_memory((size_t)size);
        }
        free(shared->regions);
        shared->regions = regions;
        shared->region_count = region + 1;
    }
    *memory = shared->regions[region];
    return answer(disk, SQLITE_OK);
}

static int try_shm_lock(Handle *handle, SharedMemory *shared, int slot, bool exclusively) {
    bool reads = handle->shm_shared & 1 << slot;
    if (is_of_another(shared->writer[slot], handle)) { return SQLITE_BUSY; }
    return exclusively && shared->readers[slot] > (reads ? 1 : 0) ? SQLITE_BUSY : SQLITE_OK;
}

static void change_shm_lock(Handle *handle, SharedMemory *shared, int slot, int flags) {
    int bit = 1 << slot;
    if (handle->shm_shared & bit) { shared->readers[slot] -= 1; }
    if (handle->shm_exclusive & bit) { shared->writer[slot] = NULL; }
    handle->shm_shared &= ~bit;
    handle->shm_exclusive &= ~bit;
    if (flags & SQLITE_SHM_UNLOCK) { return; }
    if (flags & SQLITE_SHM_EXCLUSIVE) {
        handle->shm_exclusive |= bit;
        shared->writer[slot] = handle;
    } else {
        handle->shm_shared |= bit;
        shared->readers[slot] += 1;
    }
}

int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    Handle *handle = (Handle *)file;
    PowerCutDisk *disk = handle->disk;
    SharedMemory *shared = &handle->content->shared;
    pthread_mutex_lock(&disk->lock);
    if (flags & SQLITE_SHM_LOCK) {
        int code = fault_of(disk, powercut_shm_lock);
        for (int slot = offset; slot < offset + count && code == SQLITE_OK; slot += 1) {
            code = try_shm_lock(handle, shared, slot, flags & SQLITE_SHM_EXCLUSIVE);
        }
        if (code != SQLITE_OK) { return answer(disk, code); }
    }
    for (int slot = offset; slot < offset + count; slot += 1) {
        change_shm_lock(handle, shared, slot, flags);
    }
    return answer(disk, SQLITE_OK);
}

void shm_barrier(sqlite3_file *file) {
    Handle *handle = (Handle *)file;
    pthread_mutex_lock(&handle->disk->lock);
    pthread_mutex_unlock(&handle->disk->lock);
}

// The next connection rebuilds it from the WAL, so it is not kept.
int shm_unmap(sqlite3_file *file, int delete_it) {
    Handle *handle = (Handle *)file;
    PowerCutDisk *disk = handle->disk;
    SharedMemory *shared = &handle->content->shared;
    pthread_mutex_lock(&disk->lock);
    for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot += 1) {
        change_shm_lock(handle, shared, slot, SQLITE_SHM_UNLOCK);
    }
    if (!handle->shares_memory) { return answer(disk, SQLITE_OK); }
    handle->shares_memory = false;
    shared->users -= 1;
    if (shared->users == 0) {
        for (int index = 0; index < shared->region_count; index += 1) {
            free(shared->regions[index]);
        }
        free(shared->regions);
        shared->regions = NULL;
        shared->region_count = 0;
    }
    return answer(disk, SQLITE_OK);
}
