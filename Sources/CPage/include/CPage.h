#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// The forms of a file: as it is, in brotli and in gzip.
enum toodoo_page_form { toodoo_page_plain, toodoo_page_brotli, toodoo_page_gzip };

/// The number of files of web/packed.
size_t toodoo_page_count(void);

/// The name of a file, which is below the count.
const char *toodoo_page_name(size_t file);

/// The bytes of a form; NULL if the file is not there in it.
const unsigned char *toodoo_page_bytes(size_t file, enum toodoo_page_form form);

/// The number of these bytes.
size_t toodoo_page_size(size_t file, enum toodoo_page_form form);

#endif
