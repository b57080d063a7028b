// LD_PRELOAD: fsync and fdatasync take longer by the microseconds that the file SYNC_DELAY holds as an int32.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile int32_t *delay;

__attribute__((constructor)) static void find_delay(void) {
    const char *path = getenv("SYNC_DELAY");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *found = fd < 0 ? MAP_FAILED : mmap(0, sizeof *delay, PROT_READ, MAP_SHARED, fd, 0);
    if (found != MAP_FAILED) delay = found;
    if (fd >= 0) close(fd);
}

static int slowly(const char *name, int fd) {
    int result = ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
    int32_t us = delay ? *delay : 0;
    if (us > 0) nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, 0);
    return result;
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
