// What is needed of libcurl, whose functions are found with dlsym: the library need not be there to
// build the server or to run it without a geocoder. The numbers are those of curl/curl.h, which stay
// what they are as long as the library is called libcurl.so.4 (curl.se/libcurl/abi.html).
#pragma once

#include <stddef.h>

enum {
    CCURL_GLOBAL_ALL = 3,

    CCURL_OK = 0,
    CCURL_WRITE_ERROR = 23,
    CCURL_OPERATION_TIMEDOUT = 28,

    CCURL_OPT_WRITEDATA = 10001,
    CCURL_OPT_URL = 10002,
    CCURL_OPT_USERAGENT = 10018,
    CCURL_OPT_HTTPHEADER = 10023,
    CCURL_OPT_WRITEFUNCTION = 20011,
    CCURL_OPT_FOLLOWLOCATION = 52,
    CCURL_OPT_NOSIGNAL = 99,
    CCURL_OPT_TIMEOUT_MS = 155,
    CCURL_OPT_CONNECTTIMEOUT_MS = 156,
    CCURL_OPT_PROTOCOLS = 181,

    CCURL_PROTOCOLS_HTTP_AND_HTTPS = 3,
    CCURL_INFO_RESPONSE_CODE = 0x200002,
};

typedef size_t (*ccurl_write)(char *bytes, size_t size, size_t count, void *context);

// Swift cannot call a function with `...`, so each kind of argument has a function here.
static inline int ccurl_set_long(void *setopt, void *handle, int option, long value) {
    return ((int (*)(void *, int, ...))setopt)(handle, option, value);
}

static inline int ccurl_set_pointer(void *setopt, void *handle, int option, const void *value) {
    return ((int (*)(void *, int, ...))setopt)(handle, option, value);
}

static inline int ccurl_set_write(void *setopt, void *handle, ccurl_write write) {
    return ((int (*)(void *, int, ...))setopt)(handle, CCURL_OPT_WRITEFUNCTION, write);
}

static inline int ccurl_get_long(void *getinfo, void *handle, int info, long *value) {
    return ((int (*)(void *, int, ...))getinfo)(handle, info, value);
}

static inline int ccurl_global_init(void *init, long flags) { return ((int (*)(long))init)(flags); }

static inline void *ccurl_easy_init(void *init) { return ((void *(*)(void))init)(); }

static inline int ccurl_easy_perform(void *perform, void *handle) {
    return ((int (*)(void *))perform)(handle);
}

static inline void ccurl_easy_cleanup(void *cleanup, void *handle) {
    ((void (*)(void *))cleanup)(handle);
}

static inline void *ccurl_slist_append(void *append, void *list, const char *line) {
    return ((void *(*)(void *, const char *))append)(list, line);
}

static inline void ccurl_slist_free_all(void *free_all, void *list) {
    ((void (*)(void *))free_all)(list);
}

static inline const char *ccurl_easy_strerror(void *strerror, int code) {
    return ((const char *(*)(int))strerror)(code);
}
