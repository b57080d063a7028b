#ifndef CEMBEDDED_H
#define CEMBEDDED_H

#include <stddef.h>

/// The first files: openapi.yaml, the same in JSON and as a page for people. Those of web/packed
/// follow.
enum toodoo_file {
    toodoo_openapi_yaml,
    toodoo_openapi_json,
    toodoo_openapi_page,
    toodoo_page_begin
};

/// The forms of a file: as it is, in brotli and in gzip.
enum toodoo_form { toodoo_plain, toodoo_brotli, toodoo_gzip };

/// The number of files.
size_t toodoo_file_count(void);

/// The name of a file, which is below the count.
const char *toodoo_file_name(size_t file);

/// The bytes of a form; NULL if the file is not there in it.
const unsigned char *toodoo_file_bytes(size_t file, enum toodoo_form form);

/// The number of these bytes.
size_t toodoo_file_size(size_t file, enum toodoo_form form);

#endif
