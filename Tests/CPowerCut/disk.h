#ifndef DISK_H
#define DISK_H

#include "CPowerCut.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

// Declarations that the files of this target share: the disk, its files and its record.

typedef struct {
    unsigned char *bytes;
    size_t count;
    size_t room;
} Bytes;

typedef struct Handle Handle;

/// The memory that connections share, and its eight locks (sqlite.org/walformat.html#locks).
typedef struct {
    void **regions;
    int region_count;
    int users;
    int readers[SQLITE_SHM_NLOCK];
    Handle *writer[SQLITE_SHM_NLOCK];
} SharedMemory;

/// A file's content, under any name; it is freed when no name and no handle refers to it.
typedef struct Content {
    struct Content *next;
    int number; // in the record; 0 for a temporary file, which has none
    bool has_name;
    int handles;
    Bytes bytes;
    // The locks of sqlite.org/lockingv3.html.
    int sharers;
    Handle *reserved, *pending, *exclusive;
    SharedMemory shared;
} Content;

typedef struct Name {
    struct Name *next;
    char *text;
    Content *content;
} Name;

typedef enum { WRITE, TRUNCATE, SYNC, FAILED_SYNC, LINK, UNLINK, SYNC_FOLDER } Kind;

/// A recorded operation.
typedef struct {
    Kind kind;
    int content;
    size_t offset;
    size_t count;
    unsigned char *bytes; // of a WRITE
    char *name;           // of a LINK or UNLINK
} Operation;

struct PowerCutDisk {
    sqlite3_vfs vfs;
    char name[32];
    pthread_mutex_t lock;
    Content *contents;
    Name *names;
    int last_number;
    Operation *record;
    long operations, room;
    long paused;
    bool lies;
    bool is_done_with; // freed with the last handle
    int handles;
    struct {
        int calls;
        long first, times, seen;
        int code;
        bool partly;
    } fault;
};

/// An open file, in memory that SQLite allocates.
struct Handle {
    sqlite3_file base;
    PowerCutDisk *disk;
    Content *content;
    bool is_temporary;
    bool syncs_folder; // a newly created journal
    bool shares_memory;
    int lock;
    int shm_shared, shm_exclusive; // a bit for each lock
};

void *get_memory(size_t size);
void put(Bytes *bytes, size_t offset, const void *from, size_t count);
void cut_to(Bytes *bytes, size_t count);

void note(PowerCutDisk *disk, Operation operation);
Name *find_name(PowerCutDisk *disk, const char *text);
Content *make_content(PowerCutDisk *disk, const char *name);
void remove_name(PowerCutDisk *disk, Name *name);
void let_go(PowerCutDisk *disk, Content *content);
void free_disk(PowerCutDisk *disk);

/// The injected result of a call of this kind; SQLITE_OK to execute the call.
int fault_of(PowerCutDisk *disk, int call);

extern const sqlite3_io_methods file_methods;
int lock_file(sqlite3_file *file, int level);
int unlock_file(sqlite3_file *file, int level);
int check_reserved_lock(sqlite3_file *file, int *result);
int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory);
int shm_lock(sqlite3_file *file, int offset, int count, int flags);
void shm_barrier(sqlite3_file *file);
int shm_unmap(sqlite3_file *file, int delete_it);

#endif
