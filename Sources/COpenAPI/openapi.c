#include "COpenAPI.h"

// The documents as read-only data: as arrays in Swift they took two minutes to compile. Clang takes
// #embed in C17 too, and warns of it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yaml[] = {
#embed "../../openapi.yaml"
};
static const unsigned char json[] = {
#embed "openapi.json"
};
static const unsigned char page[] = {
#embed "reference.html"
};

static const struct {
    const unsigned char *bytes;
    size_t size;
} forms[] = {
    [toodoo_openapi_yaml] = {yaml, sizeof yaml},
    [toodoo_openapi_json] = {json, sizeof json},
    [toodoo_openapi_page] = {page, sizeof page},
};

const unsigned char *toodoo_openapi_bytes(enum toodoo_openapi_form form) {
    return forms[form].bytes;
}

size_t toodoo_openapi_size(enum toodoo_openapi_form form) { return forms[form].size; }
