#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

/// Whether this process counts allocations: with glibc, and without an address sanitizer.
bool allocations_are_counted(void);

/// The number of this thread's allocations since it began, without SQLite's.
long allocations_so_far(void);

/// The number of libsqlite3's allocations on this thread since it began.
long allocations_of_sqlite_so_far(void);

#endif
