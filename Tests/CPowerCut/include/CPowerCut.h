#ifndef CPOWERCUT_H
#define CPOWERCUT_H

#include <stdbool.h>
#include <stdint.h>

// A disk in memory that SQLite takes for a file system (sqlite.org/vfs.html), and whose power can
// be cut.
//
// It records every operation in order, and what it would hold after a cut is worked out from that
// record afterwards; so one history is cut at as many moments as a test likes.
//
//   file content   write, truncate ──▶ may be lost, whole or by sectors ── sync ──▶ stays
//   names          create, delete  ──▶ may be lost ── a sync of the folder ──▶ stays
//
// What a cut leaves of that which was not synced is chosen by a seed: nothing of it; all of it (a
// process that was killed); some operations and not others, in whatever order they came; single
// sectors of 512 or 4,096 bytes of them; and bytes that nobody ever wrote, but only where something
// was being written, for SQLite counts on the rest (sqlite.org/psow.html). Each file and each name
// fares on its own.
//
// The folder is synced when SQLite's own file system for Linux does it: by the first sync of a
// journal or log that was made anew, and by a deletion that asks for it. A sync that fails leaves
// open what it had written; a later one that succeeds need not make up for it, as on Linux.
//
// Not in the model: a disk that loses what it had said to be safe, and a file that is read
// differently before the cut than it was written.

/// One disk; SQLite finds it by its name.
typedef struct PowerCutDisk PowerCutDisk;

/// An empty disk.
PowerCutDisk *powercut_make(void);

/// Throws the disk away, with the last connection that has it open; it cannot be found any more.
void powercut_free(PowerCutDisk *disk);

/// What SQLite is to be told as the name of the VFS.
const char *powercut_name(const PowerCutDisk *disk);

/// How many operations were recorded so far.
long powercut_operations(PowerCutDisk *disk);

/// The disk as it is found when the power comes back, had it failed after that many operations.
PowerCutDisk *powercut_cut(PowerCutDisk *disk, long operations, uint64_t seed);

/// The disk as a killed process leaves it: nothing is lost.
PowerCutDisk *powercut_kill(PowerCutDisk *disk);

/// From now on the disk says of every sync that it is done, and does nothing.
void powercut_lie(PowerCutDisk *disk);

/// How often a file whose name ends so was synced.
long powercut_syncs(PowerCutDisk *disk, const char *suffix);

/// How many microseconds connections would have waited for locks on another disk.
long powercut_paused(PowerCutDisk *disk);

/// How long a file is; below zero when there is none.
long powercut_size(PowerCutDisk *disk, const char *name);

/// Turns over the bits of `mask` in one byte of a file, behind SQLite's back and that of the record.
void powercut_flip(PowerCutDisk *disk, const char *name, long offset, uint8_t mask);

/// The calls that can be made to fail, to be combined.
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

/// Lets `times` such calls fail with this code of SQLite's, after `first` more that go well; a
/// write that fails `partly` does half of its work before. The count of such calls starts anew.
void powercut_fail(PowerCutDisk *disk, int calls, long first, long times, int code, bool partly);

/// How many of those calls came since.
long powercut_calls(PowerCutDisk *disk);

#endif
