// Announces to the thread sanitizer when a Mutex of Synchronization passes from one thread to
// another.
//
// On Linux an inlined atomic exchange locks a free mutex, and the sanitizer sees it. A futex in
// libswiftSynchronization.so waits for a held mutex. That library is not instrumented: the
// sanitizer does not see the hand-over, and reports the guarded data, and all data published under
// the mutex, as a race. The two functions that wait and wake have names in the library's stable
// interface. They are defined here, where every call finds them first, and announce their effect.

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void toodoo_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void toodoo_unlock(SELF void *mutex) __asm__(UNLOCK);

static SWIFT void (*lock)(uint32_t, SELF void *);
static SWIFT void (*unlock)(SELF void *);

__attribute__((constructor)) static void find_the_real_ones(void) {
    *(void **)&lock = dlsym(RTLD_NEXT, LOCK);
    *(void **)&unlock = dlsym(RTLD_NEXT, UNLOCK);
    if (lock == NULL || unlock == NULL) { abort(); }
}

SWIFT void toodoo_lock(uint32_t thread, SELF void *mutex) {
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void toodoo_unlock(SELF void *mutex) {
    __tsan_release(mutex);
    unlock(mutex);
}

#endif
#endif
