#ifndef CGATHERING_H
#define CGATHERING_H

/// The name of a file system for SQLite that is another one (NULL is the system's) but for write-ahead
/// logs, whose pages it gathers until a commit has written its last. NULL when there is none.
const char *gathering_over(const char *file_system);

#endif
