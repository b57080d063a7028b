#include "disk.h"
#include <stdlib.h>
#include <string.h>

// The disk: contents, names, and the record of operations.

void *get_memory(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    if (memory == NULL) { abort(); }
    return memory;
}

static void make_room(Bytes *bytes, size_t count) {
    if (count <= bytes->room) { return; }
    size_t room = bytes->room * 2 > count ? bytes->room * 2 : count;
    unsigned char *memory = get_memory(room);
    if (bytes->count > 0) { memcpy(memory, bytes->bytes, bytes->count); }
    free(bytes->bytes);
    bytes->bytes = memory;
    bytes->room = room;
}

void put(Bytes *bytes, size_t offset, const void *from, size_t count) {
    make_room(bytes, offset + count);
    if (offset > bytes->count) { memset(bytes->bytes + bytes->count, 0, offset - bytes->count); }
    memcpy(bytes->bytes + offset, from, count);
    if (offset + count > bytes->count) { bytes->count = offset + count; }
}

void cut_to(Bytes *bytes, size_t count) {
    make_room(bytes, count);
    if (count > bytes->count) { memset(bytes->bytes + bytes->count, 0, count - bytes->count); }
    bytes->count = count;
}

void note(PowerCutDisk *disk, Operation operation) {
    if (disk->operations == disk->room) {
        disk->room = disk->room ? disk->room * 2 : 256;
        disk->record = realloc(disk->record, (size_t)disk->room * sizeof(Operation));
        if (disk->record == NULL) { abort(); }
    }
    disk->record[disk->operations] = operation;
    disk->operations += 1;
}

Name *find_name(PowerCutDisk *disk, const char *text) {
    for (Name *name = disk->names; name != NULL; name = name->next) {
        if (strcmp(name->text, text) == 0) { return name; }
    }
    return NULL;
}

Content *make_content(PowerCutDisk *disk, const char *text) {
    Content *content = get_memory(sizeof(Content));
    content->next = disk->contents;
    disk->contents = content;
    if (text == NULL) { return content; }
    disk->last_number += 1;
    content->number = disk->last_number;
    content->has_name = true;
    Name *name = get_memory(sizeof(Name));
    *name = (Name){.next = disk->names, .text = strdup(text), .content = content};
    disk->names = name;
    note(disk, (Operation){.kind = LINK, .content = content->number, .name = strdup(text)});
    return content;
}

void remove_name(PowerCutDisk *disk, Name *name) {
    note(disk, (Operation){.kind = UNLINK, .name = strdup(name->text)});
    Name **place = &disk->names;
    while (*place != name) { place = &(*place)->next; }
    *place = name->next;
    name->content->has_name = false;
    let_go(disk, name->content);
    free(name->text);
    free(name);
}

void let_go(PowerCutDisk *disk, Content *content) {
    if (content->has_name || content->handles > 0) { return; }
    Content **place = &disk->contents;
    while (*place != content) { place = &(*place)->next; }
    *place = content->next;
    free(content->bytes.bytes);
    free(content);
}

void powercut_free(PowerCutDisk *disk) {
    sqlite3_vfs_unregister(&disk->vfs);
    pthread_mutex_lock(&disk->lock);
    disk->is_done_with = true;
    bool is_last = disk->handles == 0;
    pthread_mutex_unlock(&disk->lock);
    if (is_last) { free_disk(disk); }
}

void free_disk(PowerCutDisk *disk) {
    while (disk->names != NULL) { remove_name(disk, disk->names); }
    for (long index = 0; index < disk->operations; index += 1) {
        free(disk->record[index].bytes);
        free(disk->record[index].name);
    }
    free(disk->record);
    pthread_mutex_destroy(&disk->lock);
    free(disk);
}

long powercut_operations(PowerCutDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    long operations = disk->operations;
    pthread_mutex_unlock(&disk->lock);
    return operations;
}

static bool ends_with(const char *text, const char *suffix) {
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}

static const char *name_in_record(PowerCutDisk *disk, int content) {
    for (long index = 0; index < disk->operations; index += 1) {
        Operation *operation = &disk->record[index];
        if (operation->kind == LINK && operation->content == content) { return operation->name; }
    }
    return "";
}

long powercut_syncs(PowerCutDisk *disk, const char *suffix) {
    pthread_mutex_lock(&disk->lock);
    long count = 0;
    for (long index = 0; index < disk->operations; index += 1) {
        Operation *operation = &disk->record[index];
        if (operation->kind != SYNC) { continue; }
        if (ends_with(name_in_record(disk, operation->content), suffix)) { count += 1; }
    }
    pthread_mutex_unlock(&disk->lock);
    return count;
}

long powercut_paused(PowerCutDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    long paused = disk->paused;
    pthread_mutex_unlock(&disk->lock);
    return paused;
}

long powercut_size(PowerCutDisk *disk, const char *text) {
    pthread_mutex_lock(&disk->lock);
    Name *name = find_name(disk, text);
    long size = name ? (long)name->content->bytes.count : -1;
    pthread_mutex_unlock(&disk->lock);
    return size;
}

void powercut_flip(PowerCutDisk *disk, const char *text, long offset, uint8_t mask) {
    pthread_mutex_lock(&disk->lock);
    Name *name = find_name(disk, text);
    if (name == NULL || offset >= (long)name->content->bytes.count) { abort(); }
    name->content->bytes.bytes[offset] ^= mask;
    pthread_mutex_unlock(&disk->lock);
}

void powercut_lie(PowerCutDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    disk->lies = true;
    pthread_mutex_unlock(&disk->lock);
}

void powercut_fail(PowerCutDisk *disk, int calls, long first, long times, int code, bool partly) {
    pthread_mutex_lock(&disk->lock);
    disk->fault.calls = calls;
    disk->fault.first = first;
    disk->fault.times = times;
    disk->fault.seen = 0;
    disk->fault.code = code;
    disk->fault.partly = partly;
    pthread_mutex_unlock(&disk->lock);
}

long powercut_calls(PowerCutDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    long seen = disk->fault.seen;
    pthread_mutex_unlock(&disk->lock);
    return seen;
}

int fault_of(PowerCutDisk *disk, int call) {
    if ((disk->fault.calls & call) == 0) { return SQLITE_OK; }
    long number = disk->fault.seen;
    disk->fault.seen += 1;
    if (number < disk->fault.first) { return SQLITE_OK; }
    return number - disk->fault.first < disk->fault.times ? disk->fault.code : SQLITE_OK;
}
