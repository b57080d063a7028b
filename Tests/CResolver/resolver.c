// A resolver whose answers a test changes, for code that calls getaddrinfo, such as libcurl.
//
// A shared library that is loaded later finds the executable's function before that of the C
// library, which answers for all other names.

#define _GNU_SOURCE
#include "CResolver.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)

typedef int lookup(const char *, const char *, const struct addrinfo *, struct addrinfo **);

static struct answer {
    struct answer *next;
    char *name;
    char *addresses;
} *answers;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void resolver_answer(const char *name, const char *addresses) {
    struct answer *answer = malloc(sizeof *answer);
    char *copies[] = {strdup(name), strdup(addresses)};
    if (!answer || !copies[0] || !copies[1]) abort();
    pthread_mutex_lock(&mutex);
    // The newest answer for a name is found first; older ones stay, because a lookup may read them.
    *answer = (struct answer){answers, copies[0], copies[1]};
    answers = answer;
    pthread_mutex_unlock(&mutex);
}

static const char *addresses_of(const char *name) {
    pthread_mutex_lock(&mutex);
    const struct answer *answer = answers;
    while (answer && strcmp(answer->name, name) != 0) answer = answer->next;
    pthread_mutex_unlock(&mutex);
    return answer ? answer->addresses : NULL;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **result) {
    lookup *real = (lookup *)dlsym(RTLD_NEXT, "getaddrinfo");
    const char *addresses = name ? addresses_of(name) : NULL;
    if (!addresses) return real(name, service, hints, result);
    char *copy = strdup(addresses), *rest = NULL;
    if (!copy) return EAI_MEMORY;
    *result = NULL;
    struct addrinfo **end = result;
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        // An address of a family that was not asked for is left out. freeaddrinfo frees each
        // element of the list.
        if (real(word, service, hints, end) != 0) *end = NULL;
        while (*end) end = &(*end)->ai_next;
    }
    free(copy);
    return *result ? 0 : EAI_NONAME;
}

#else

void resolver_answer(const char *name, const char *addresses) {}

#endif
