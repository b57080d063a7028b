// What the toolchain's view of the C library leaves out and a server needs: epoll, eventfd, accept4,
// and the list of the environment, which Swift takes for a variable that threads might change.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

// Declared by sys/socket.h only under _GNU_SOURCE, which would change other headers' types as well.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

extern char **environ;
static inline char *_Nullable *_Nullable toodoo_environ(void) { return environ; }
