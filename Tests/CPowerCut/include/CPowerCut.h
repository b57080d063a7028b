#ifndef CPOWERCUT_H
#define CPOWERCUT_H

#include <stdbool.h>
#include <stdint.h>

// A disk in memory with the interface of an SQLite file system (sqlite.org/vfs.html), whose power
// can be cut.
//
// It records every operation in order. The state after a cut is computed from the record, so a
// test can cut one history at any number of moments.
//
//   file content   write, truncate ──▶ may be lost, whole or by sectors ── sync ──▶ stays
//   names          create, delete  ──▶ may be lost ── a sync of the folder ──▶ stays
//
// A seed chooses which unsynced operations survive a cut: none; all (a killed process); some, in
// any order; single sectors of 512 or 4,096 bytes of them; or garbage bytes, but only where a
// write was in progress, because SQLite relies on the other bytes (sqlite.org/psow.html). The
// choice is made for each file and each name.
//
// The folder is synced when SQLite's own file system for Linux syncs it: by the first sync of a
// newly created journal or WAL, and by a deletion that requests it. After a failed sync the
// operations stay unsynced, and a later successful sync may not cover them, as on Linux.
//
// Not in the model: a disk that loses synced data, and a file whose reads before the cut differ
// from the writes.

/// One disk; SQLite finds it by its VFS name.
typedef struct PowerCutDisk PowerCutDisk;

/// An empty disk.
PowerCutDisk *powercut_make(void);

/// The disk can no longer be opened. It is freed with the last connection that has it open.
void powercut_free(PowerCutDisk *disk);

/// The name of the VFS, for SQLite.
const char *powercut_name(const PowerCutDisk *disk);

/// The number of recorded operations.
long powercut_operations(PowerCutDisk *disk);

/// The disk after a power cut that follows this number of operations.
PowerCutDisk *powercut_cut(PowerCutDisk *disk, long operations, uint64_t seed);

/// The disk after the process was killed: nothing is lost.
PowerCutDisk *powercut_kill(PowerCutDisk *disk);

/// From now on syncs report success without effect.
void powercut_lie(PowerCutDisk *disk);

/// The number of syncs of the file whose name has this suffix.
long powercut_syncs(PowerCutDisk *disk, const char *suffix);

/// The microseconds that connections would have waited for locks on a real disk.
long powercut_paused(PowerCutDisk *disk);

/// The length of a file; negative if it does not exist.
long powercut_size(PowerCutDisk *disk, const char *name);

/// Flips the bits of `mask` in one byte of a file, without a recorded operation.
void powercut_flip(PowerCutDisk *disk, const char *name, long offset, uint8_t mask);

/// The calls that can fail; the values can be combined.
enum {
    powercut_open = 1 << 0,
    powercut_delete = 1 << 1,
    powercut_access = 1 << 2,
    powercut_read = 1 << 3,
    powercut_write = 1 << 4,
    powercut_truncate = 1 << 5,
    powercut_sync = 1 << 6,
    powercut_file_size = 1 << 7,
    powercut_lock = 1 << 8,
    powercut_shm_map = 1 << 9,
    powercut_shm_lock = 1 << 10,
};

/// Makes `times` such calls fail with this SQLite code, after `first` calls that succeed. A write
/// that fails `partly` does half of its work first. Resets the count of such calls.
void powercut_fail(PowerCutDisk *disk, int calls, long first, long times, int code, bool partly);

/// The number of those calls since then.
long powercut_calls(PowerCutDisk *disk);

#endif
