#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The forms of openapi.yaml: as it is, in JSON, and as a page for people.
enum toodoo_openapi_form { toodoo_openapi_yaml, toodoo_openapi_json, toodoo_openapi_page };

/// The bytes of a form.
const unsigned char *toodoo_openapi_bytes(enum toodoo_openapi_form form);

/// The number of these bytes.
size_t toodoo_openapi_size(enum toodoo_openapi_form form);

#endif
