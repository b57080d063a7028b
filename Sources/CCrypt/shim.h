// crypt(3) of libxcrypt, which glibc's own development package brings along on Debian and Ubuntu.
#pragma once

#include <crypt.h>

// Swift takes the name of a struct with arrays this large for an opaque one and knows no size of it.
enum { CCRYPT_DATA_SIZE = sizeof(struct crypt_data) };
