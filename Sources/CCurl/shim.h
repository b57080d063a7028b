// What is needed of libcurl, whose functions are found with dlsym: the library need not be there to
// build the server or to run it without a geocoder and without reminders. The numbers are those of curl/curl.h, which stay
// what they are as long as the library is called libcurl.so.4 (curl.se/libcurl/abi.html).
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    CCURL_GLOBAL_ALL = 3,

    CCURL_OK = 0,
    CCURL_COULDNT_RESOLVE_HOST = 6,
    CCURL_COULDNT_CONNECT = 7,
    CCURL_WRITE_ERROR = 23,
    CCURL_OPERATION_TIMEDOUT = 28,
    CCURL_SSL_CONNECT_ERROR = 35,
    CCURL_SSL_CERTPROBLEM = 58,
    CCURL_PEER_FAILED_VERIFICATION = 60,
    CCURL_SSL_CACERT_BADFILE = 77,
    CCURL_SSL_ISSUER_ERROR = 83,

    CCURL_OPT_WRITEDATA = 10001,
    CCURL_OPT_URL = 10002,
    CCURL_OPT_PROXY = 10004,
    CCURL_OPT_USERAGENT = 10018,
    CCURL_OPT_HTTPHEADER = 10023,
    CCURL_OPT_HEADERDATA = 10029,
    CCURL_OPT_CAINFO = 10065,
    CCURL_OPT_OPENSOCKETDATA = 10164,
    CCURL_OPT_COPYPOSTFIELDS = 10165,
    CCURL_OPT_NOPROXY = 10177,
    CCURL_OPT_WRITEFUNCTION = 20011,
    CCURL_OPT_HEADERFUNCTION = 20079,
    CCURL_OPT_OPENSOCKETFUNCTION = 20163,
    CCURL_OPT_POST = 47,
    CCURL_OPT_FOLLOWLOCATION = 52,
    CCURL_OPT_POSTFIELDSIZE = 60,
    CCURL_OPT_NOSIGNAL = 99,
    CCURL_OPT_TIMEOUT_MS = 155,
    CCURL_OPT_CONNECTTIMEOUT_MS = 156,
    CCURL_OPT_PROTOCOLS = 181,

    CCURL_MULTI_OPT_MAXCONNECTS = 6,

    CCURL_PROTOCOLS_HTTPS = 2,
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

static inline int ccurl_set_header(void *setopt, void *handle, ccurl_write take) {
    return ((int (*)(void *, int, ...))setopt)(handle, CCURL_OPT_HEADERFUNCTION, take);
}

// struct curl_sockaddr; the address has the length that it says.
struct ccurl_sockaddr {
    int family;
    int socktype;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

typedef int (*ccurl_open_socket)(void *context, int purpose, struct ccurl_sockaddr *target);

static inline int ccurl_set_open_socket(void *setopt, void *handle, ccurl_open_socket open) {
    return ((int (*)(void *, int, ...))setopt)(handle, CCURL_OPT_OPENSOCKETFUNCTION, open);
}

// Reads the bits of an IPv6 address, or of an IPv4 address mapped into one; false for another
// family.
static inline bool ccurl_address(const struct ccurl_sockaddr *target, uint64_t *high,
                                 uint64_t *low) {
    uint8_t bytes[16] = {[10] = 0xff, [11] = 0xff};
    if (target->family == AF_INET && target->length >= sizeof(struct sockaddr_in))
        memcpy(bytes + 12, &((const struct sockaddr_in *)&target->address)->sin_addr, 4);
    else if (target->family == AF_INET6 && target->length >= sizeof(struct sockaddr_in6))
        memcpy(bytes, &((const struct sockaddr_in6 *)&target->address)->sin6_addr, 16);
    else return false;
    *high = *low = 0;
    for (int index = 0; index < 8; index++) *high = *high << 8 | bytes[index];
    for (int index = 8; index < 16; index++) *low = *low << 8 | bytes[index];
    return true;
}

static inline int ccurl_multi_handle(void *function, void *multi, void *handle) {
    return ((int (*)(void *, void *))function)(multi, handle);
}

static inline int ccurl_multi_perform(void *perform, void *multi, int *running) {
    return ((int (*)(void *, int *))perform)(multi, running);
}

static inline int ccurl_multi_poll(void *poll, void *multi, int milliseconds) {
    int count;
    return ((int (*)(void *, void *, unsigned int, int, int *))poll)(multi, NULL, 0, milliseconds,
                                                                     &count);
}

// The handle of a transfer that is done, and its result; NULL when there is none.
static inline void *ccurl_multi_done(void *info, void *multi, int *code) {
    struct message {
        int kind;
        void *handle;
        union {
            void *whatever;
            int code;
        } data;
    };
    int left;
    struct message *message;
    while ((message = ((struct message * (*)(void *, int *)) info)(multi, &left))) {
        if (message->kind != 1) continue;
        *code = message->data.code;
        return message->handle;
    }
    return NULL;
}
