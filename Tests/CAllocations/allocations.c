#include "CAllocations.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <sqlite3.h>

// glibc allows a program to define its own malloc ("Replacing malloc" in its manual), and exports
// its functions under these names, though no header declares them. The Swift runtime and every
// shared library call the functions that the executable defines.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

// "initial-exec", because the general access to a thread's variable may call malloc.
#define PER_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))

PER_THREAD long own;
PER_THREAD long of_sqlite;

bool allocations_are_counted(void) { return true; }
long allocations_so_far(void) { return own; }
long allocations_of_sqlite_so_far(void) { return of_sqlite; }

void *malloc(size_t size) {
    own += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    own += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    own += 1;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    own += 1;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
        return EINVAL;
    }
    void *memory = memalign(alignment, size);
    if (memory == NULL) { return ENOMEM; }
    *result = memory;
    return 0;
}

void free(void *memory) { __libc_free(memory); }

// SQLite allocates with these functions instead, so the counter does not include them. It passes
// only sizes above zero, below 2 GB and rounded up by `round_up`
// (sqlite.org/c3ref/mem_methods.html).

static void *sqlite_malloc(int size) {
    of_sqlite += 1;
    return __libc_malloc((size_t)size);
}

static void *sqlite_realloc(void *memory, int size) {
    of_sqlite += 1;
    return __libc_realloc(memory, (size_t)size);
}

static int sqlite_size(void *memory) { return (int)malloc_usable_size(memory); }
static int round_up(int size) { return (size + 7) & ~7; }
static int start(void *unused) { return SQLITE_OK; }
static void stop(void *unused) {}

// A constructor, because SQLite can be configured only before its first use.
__attribute__((constructor)) static void count_sqlite_apart(void) {
    static const sqlite3_mem_methods methods = {
        .xMalloc = sqlite_malloc,
        .xFree = __libc_free,
        .xRealloc = sqlite_realloc,
        .xSize = sqlite_size,
        .xRoundup = round_up,
        .xInit = start,
        .xShutdown = stop,
    };
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

#else

bool allocations_are_counted(void) { return false; }
long allocations_so_far(void) { return 0; }
long allocations_of_sqlite_so_far(void) { return 0; }

#endif
