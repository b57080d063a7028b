// What the toolchain's view of the C library leaves out and a server needs: epoll, eventfd, accept4,
// io_submit, renameat2, the loaded objects, and the list of the environment, which Swift takes for a
// variable that threads might change.
#pragma once

#include <elf.h>
#include <linux/aio_abi.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

// Declared by sys/socket.h only under _GNU_SOURCE, which would change other headers' types as well.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// Likewise, in stdio.h.
extern int renameat2(int, const char *, int, const char *, unsigned int);
#define RENAME_NOREPLACE (1 << 0)

// The C library has no functions for these, and Swift cannot call the one for all that it has not.
static inline int toodoo_io_setup(unsigned count, aio_context_t *context) {
    return (int)syscall(SYS_io_setup, count, context);
}
static inline int toodoo_io_destroy(aio_context_t context) {
    return (int)syscall(SYS_io_destroy, context);
}
static inline long toodoo_io_submit(aio_context_t context, long count,
                                    struct iocb *_Nullable *_Nonnull orders) {
    return syscall(SYS_io_submit, context, count, orders);
}
static inline long toodoo_io_getevents(aio_context_t context, long least, long most,
                                       struct io_event *events) {
    return syscall(SYS_io_getevents, context, least, most, events, (void *)0);
}

// As in link.h, which declares it only under _GNU_SOURCE.
struct dl_phdr_info {
    Elf64_Addr dlpi_addr;
    const char *dlpi_name;
    const Elf64_Phdr *dlpi_phdr;
    Elf64_Half dlpi_phnum;
};
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);

extern char **environ;
static inline char *_Nullable *_Nullable toodoo_environ(void) { return environ; }
