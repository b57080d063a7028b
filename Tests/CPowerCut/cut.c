#include "disk.h"
#include <stdlib.h>
#include <string.h>

// The state of a disk after a power cut.

/// Which unsynced operations survive.
typedef enum { NOTHING, EVERYTHING, OPERATIONS, SECTORS, GARBAGE, moods } Mood;

typedef struct {
    uint64_t state;
    Mood mood;
    unsigned percent;
    size_t sector;
} Fate;

// SplitMix64: the same seed makes the same choices.
static uint64_t next(Fate *fate) {
    fate->state += 0x9E3779B97F4A7C15;
    uint64_t mixed = fate->state;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static bool chance(Fate *fate, unsigned percent) { return next(fate) % 100 < percent; }

static bool survives(Fate *fate) {
    switch (fate->mood) {
    case NOTHING:
        return false;
    case EVERYTHING:
        return true;
    default:
        return chance(fate, fate->percent);
    }
}

/// A file's content during the replay of the record: its durable bytes, and its operations that are
/// not durable yet.
typedef struct {
    Bytes safe;
    long *open;
    long open_count, room;
    long failed; // the number of open operations at a failed sync
} Shadow;

/// A durable name, and its content.
typedef struct SafeName {
    struct SafeName *next;
    const char *text;
    int content;
} SafeName;

typedef struct {
    PowerCutDisk *disk;
    Fate fate;
    Shadow *shadows;
    SafeName *names;
    Shadow folder; // the operations on names that are not durable yet
} Replay;

static void keep_open(Shadow *shadow, long index) {
    if (shadow->open_count == shadow->room) {
        shadow->room = shadow->room ? shadow->room * 2 : 16;
        shadow->open = realloc(shadow->open, (size_t)shadow->room * sizeof(long));
        if (shadow->open == NULL) { abort(); }
    }
    shadow->open[shadow->open_count] = index;
    shadow->open_count += 1;
}

static void apply(Bytes *bytes, const Operation *operation) {
    if (operation->kind == TRUNCATE) {
        cut_to(bytes, operation->count);
    } else {
        put(bytes, operation->offset, operation->bytes, operation->count);
    }
}

static void sync_shadow(Replay *replay, Shadow *shadow) {
    for (long place = 0; place < shadow->open_count; place += 1) {
        // After a failed sync Linux marks the pages as clean, and the next sync skips them.
        if (place < shadow->failed && !survives(&replay->fate)) { continue; }
        apply(&shadow->safe, &replay->disk->record[shadow->open[place]]);
    }
    shadow->open_count = 0;
    shadow->failed = 0;
}

static void tear(Fate *fate, Bytes *bytes, const Operation *operation) {
    size_t end = operation->offset + operation->count;
    size_t start = operation->offset;
    while (start < end) {
        size_t stop = (start / fate->sector + 1) * fate->sector;
        if (stop > end) { stop = end; }
        if (survives(fate)) {
            put(bytes, start, operation->bytes + (start - operation->offset), stop - start);
        } else if (fate->mood == GARBAGE && chance(fate, 30)) {
            for (size_t place = start; place < stop; place += 1) {
                unsigned char byte = (unsigned char)next(fate);
                put(bytes, place, &byte, 1);
            }
        }
        start = stop;
    }
}

static void lose_power(Replay *replay, Shadow *shadow) {
    Fate *fate = &replay->fate;
    for (long place = 0; place < shadow->open_count; place += 1) {
        const Operation *operation = &replay->disk->record[shadow->open[place]];
        if (operation->kind == WRITE && fate->mood >= SECTORS) {
            tear(fate, &shadow->safe, operation);
        } else if (survives(fate)) {
            apply(&shadow->safe, operation);
        }
    }
}

static void settle_name(Replay *replay, const Operation *operation) {
    SafeName **place = &replay->names;
    while (*place != NULL && strcmp((*place)->text, operation->name) != 0) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        SafeName *old = *place;
        *place = old->next;
        free(old);
    }
    if (operation->kind == UNLINK) { return; }
    SafeName *name = get_memory(sizeof(SafeName));
    *name =
        (SafeName){.next = replay->names, .text = operation->name, .content = operation->content};
    replay->names = name;
}

static void sync_folder(Replay *replay) {
    for (long place = 0; place < replay->folder.open_count; place += 1) {
        settle_name(replay, &replay->disk->record[replay->folder.open[place]]);
    }
    replay->folder.open_count = 0;
}

static bool is_lost(Replay *replay, const bool *lost, long count, const char *name) {
    for (long place = 0; place < count; place += 1) {
        const Operation *operation = &replay->disk->record[replay->folder.open[place]];
        if (lost[place] && strcmp(operation->name, name) == 0) { return true; }
    }
    return false;
}

// A folder keeps the operations on one name in order, and loses them from the end.
static void lose_names(Replay *replay) {
    Shadow *folder = &replay->folder;
    bool *lost = get_memory((size_t)folder->open_count * sizeof(bool));
    for (long place = 0; place < folder->open_count; place += 1) {
        const Operation *operation = &replay->disk->record[folder->open[place]];
        lost[place] = is_lost(replay, lost, place, operation->name) || !survives(&replay->fate);
        if (!lost[place]) { settle_name(replay, operation); }
    }
    free(lost);
}

static void run(Replay *replay, long operations) {
    for (long index = 0; index < operations; index += 1) {
        const Operation *operation = &replay->disk->record[index];
        Shadow *shadow = &replay->shadows[operation->content];
        switch (operation->kind) {
        case WRITE:
        case TRUNCATE:
            keep_open(shadow, index);
            break;
        case SYNC:
            sync_shadow(replay, shadow);
            break;
        case FAILED_SYNC:
            shadow->failed = shadow->open_count;
            break;
        case LINK:
        case UNLINK:
            keep_open(&replay->folder, index);
            break;
        case SYNC_FOLDER:
            sync_folder(replay);
            break;
        }
    }
}

/// A new disk with the durable state.
static PowerCutDisk *found_again(Replay *replay) {
    PowerCutDisk *disk = powercut_make();
    while (replay->names != NULL) {
        SafeName *name = replay->names;
        Bytes *safe = &replay->shadows[name->content].safe;
        Content *content = make_content(disk, name->text);
        if (safe->count > 0) {
            Operation operation = {.kind = WRITE,
                                   .content = content->number,
                                   .count = safe->count,
                                   .bytes = get_memory(safe->count)};
            memcpy(operation.bytes, safe->bytes, safe->count);
            apply(&content->bytes, &operation);
            note(disk, operation);
        }
        note(disk, (Operation){.kind = SYNC, .content = content->number});
        replay->names = name->next;
        free(name);
    }
    note(disk, (Operation){.kind = SYNC_FOLDER});
    return disk;
}

static PowerCutDisk *cut(PowerCutDisk *disk, long operations, Fate fate) {
    pthread_mutex_lock(&disk->lock);
    if (operations > disk->operations) { operations = disk->operations; }
    size_t count = (size_t)disk->last_number + 1;
    Replay replay = {.disk = disk, .fate = fate, .shadows = get_memory(count * sizeof(Shadow))};
    run(&replay, operations);
    for (size_t number = 1; number < count; number += 1) {
        lose_power(&replay, &replay.shadows[number]);
    }
    lose_names(&replay);
    PowerCutDisk *result = found_again(&replay);
    for (size_t number = 0; number < count; number += 1) {
        free(replay.shadows[number].safe.bytes);
        free(replay.shadows[number].open);
    }
    free(replay.shadows);
    free(replay.folder.open);
    pthread_mutex_unlock(&disk->lock);
    return result;
}

PowerCutDisk *powercut_cut(PowerCutDisk *disk, long operations, uint64_t seed) {
    Fate fate = {.state = seed};
    fate.mood = (Mood)(next(&fate) % moods);
    fate.percent = (unsigned[]){10, 50, 90}[next(&fate) % 3];
    fate.sector = next(&fate) % 2 ? 512 : 4096;
    return cut(disk, operations, fate);
}

PowerCutDisk *powercut_kill(PowerCutDisk *disk) {
    return cut(disk, disk->operations, (Fate){.mood = EVERYTHING});
}
