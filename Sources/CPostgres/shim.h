// What is needed of libpq, whose functions are found with dlsym: the library need not be there to
// build the server or to run it on SQLite. The declarations are those of libpq-fe.h, which stay what
// they are as long as the library is called libpq.so.5 (postgresql.org/docs/15/libpq.html).
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;
typedef struct cpostgres_setting cpostgres_setting;

// A notification, up to the members that are read.
typedef struct cpostgres_notification {
    char *channel;
    int process;
    char *payload;
} cpostgres_notification;

typedef void (*cpostgres_notice_receiver)(void *context, const cpostgres_result *notice);

enum {
    CPOSTGRES_CONNECTION_OK = 0,

    CPOSTGRES_COMMAND_OK = 1,
    CPOSTGRES_TUPLES_OK = 2,
    CPOSTGRES_FATAL_ERROR = 7,
    CPOSTGRES_PIPELINE_SYNC = 10,
    CPOSTGRES_PIPELINE_ABORTED = 11,

    CPOSTGRES_TRANSACTION_IDLE = 0,

    CPOSTGRES_DIAGNOSTIC_SQLSTATE = 'C',
    CPOSTGRES_DIAGNOSTIC_MESSAGE = 'M',
    CPOSTGRES_DIAGNOSTIC_CONSTRAINT = 'n',
};

// Each function with its result and its parameters.
#define CPOSTGRES_FUNCTIONS(F)                                                                     \
    F(connectdbParams, cpostgres_connection *,                                                     \
      (const char *const *keywords, const char *const *values, int expands))                       \
    F(conninfoParse, cpostgres_setting *, (const char *settings, char **error))                    \
    F(conninfoFree, void, (cpostgres_setting *))                                                   \
    F(finish, void, (cpostgres_connection *))                                                      \
    F(status, int, (const cpostgres_connection *))                                                 \
    F(transactionStatus, int, (const cpostgres_connection *))                                      \
    F(serverVersion, int, (const cpostgres_connection *))                                          \
    F(errorMessage, char *, (const cpostgres_connection *))                                        \
    F(socket, int, (const cpostgres_connection *))                                                 \
    F(setnonblocking, int, (cpostgres_connection *, int))                                          \
    F(setNoticeReceiver, cpostgres_notice_receiver,                                                \
      (cpostgres_connection *, cpostgres_notice_receiver, void *))                                 \
    F(enterPipelineMode, int, (cpostgres_connection *))                                            \
    F(exitPipelineMode, int, (cpostgres_connection *))                                             \
    F(pipelineSync, int, (cpostgres_connection *))                                                 \
    F(sendQuery, int, (cpostgres_connection *, const char *))                                      \
    F(sendPrepare, int,                                                                            \
      (cpostgres_connection *, const char *name, const char *query, int count,                     \
       const unsigned *types))                                                                     \
    F(sendQueryPrepared, int,                                                                      \
      (cpostgres_connection *, const char *name, int count, const char *const *values,             \
       const int *lengths, const int *formats, int result_format))                                 \
    F(flush, int, (cpostgres_connection *))                                                        \
    F(consumeInput, int, (cpostgres_connection *))                                                 \
    F(isBusy, int, (cpostgres_connection *))                                                       \
    F(getResult, cpostgres_result *, (cpostgres_connection *))                                     \
    F(notifies, cpostgres_notification *, (cpostgres_connection *))                                \
    F(freemem, void, (void *))                                                                     \
    F(resultStatus, int, (const cpostgres_result *))                                               \
    F(resultErrorField, char *, (const cpostgres_result *, int))                                   \
    F(ntuples, int, (const cpostgres_result *))                                                    \
    F(nfields, int, (const cpostgres_result *))                                                    \
    F(getvalue, char *, (const cpostgres_result *, int row, int column))                           \
    F(getlength, int, (const cpostgres_result *, int row, int column))                             \
    F(getisnull, int, (const cpostgres_result *, int row, int column))                             \
    F(cmdTuples, char *, (cpostgres_result *))                                                     \
    F(clear, void, (cpostgres_result *))

// The functions of a loaded library.
typedef struct cpostgres_functions {
#define CPOSTGRES_MEMBER(name, type, parameters) type(*name) parameters;
    CPOSTGRES_FUNCTIONS(CPOSTGRES_MEMBER)
#undef CPOSTGRES_MEMBER
} cpostgres_functions;

// Loads the library, which is never unloaded; false when it or a function of it is not there.
static inline bool cpostgres_load(const char *library, cpostgres_functions *functions) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CPOSTGRES_FIND(name, type, parameters)                                                     \
    functions->name = (type(*) parameters)dlsym(handle, "PQ" #name);                               \
    if (!functions->name) return false;
    CPOSTGRES_FUNCTIONS(CPOSTGRES_FIND)
#undef CPOSTGRES_FIND
    return true;
}
