#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

/// Whether this process counts at all: with glibc, and without an address sanitizer of its own.
bool allocations_are_counted(void);

/// How often this thread has asked for memory since it began, SQLite's requests left out.
long allocations_so_far(void);

/// How often libsqlite3 has asked for memory on this thread since it began.
long allocations_of_sqlite_so_far(void);

#endif
