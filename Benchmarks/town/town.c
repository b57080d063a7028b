// A town of people with their to-do lists: fills a server with them, and sends what their apps send.
// their apps ask.
//
//     town fill --db FILE                  puts all items into the database of the reference server (schema.sql,
//     owners made before) town post --port N --tokens FILE     puts the same items into a server
//     over HTTP, session by session town load --port N --tokens FILE --state FILE [--tags FILE] the
//     load; without --rate a closed loop
//
// Everything about a person and an item follows from their numbers and the seed, so nothing has to
// be stored but what the load changed: that is the state, which the next load on the same database
// goes on with. A person has one request under way at most (one phone), so the right answer to each
// is known, status and ETag, and all are compared. In the open loop (--rate) a request's time runs
// from when it was due, whether or not a connection was free by then.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef uint8_t ID[16];
enum { OPEN_KNOWN, OPEN, CHANGES, GET, PATCH, POST, DELETE, KINDS };
static const char *const kinds[] = {"open 304", "open 200", "changes", "get",
                                    "patch",    "post",     "delete"};
static struct {
    const char *db, *tokens, *tags, *state, *counter;
    int port, connections, pid;
    long accounts, big;
    double median, sigma, together, rate, seconds, warm_up, mix[KINDS];
    uint64_t seed, run;
    bool check;
} o = {.connections = 64,
       .accounts = 100000,
       .big = 5000,
       .median = 30,
       .sigma = .7,
       .together = 3,
       .seconds = 10,
       .warm_up = 3,
       .seed = 42,
       .run = 1,
       .mix = {31.5, 13.5, 10, 15, 15, 10, 5}};

static void __attribute__((format(printf, 1, 2), noreturn)) stop(const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    fputs("town: ", stderr), vfprintf(stderr, format, rest), fputc('\n', stderr);
    exit(1);
}
static void *need(void *p) {
    if (!p) stop("no memory");
    return p;
}
static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
static uint64_t mix(uint64_t x) { // splitmix64
    x += 0x9E3779B97F4A7C15u, x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u,
                              x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}
static uint64_t hash(uint64_t what, uint64_t a, uint64_t b) {
    return mix(mix(mix(o.seed * 977 + what) ^ a) ^ b);
}
static double unit(uint64_t h) { return (double)(h >> 11) * 0x1p-53; }
static uint64_t random_state;
static double draw(void) { return unit(random_state = mix(random_state)); }

// People and items.

typedef struct {
    ID id;
    bool done, dead;
} Extra; // An item that the load has made.
typedef struct {
    uint32_t first, count, live, extras, room;
    bool busy;
    Extra *extra;
    char tag[44],
        old[44]; // The list's ETag without quotes as it is, and as it was before the last write.
} Owner;
static Owner *owners;
static uint32_t items;
static uint8_t *done, *dead; // A byte for each item that there was before the load.
static char *tokens;
static size_t token_length;

static void make_owners(void) {
    owners = need(calloc((size_t)o.accounts, sizeof *owners));
    for (long n = 0; n < o.accounts; n++) {
        double u = unit(hash(1, n, 0)), v = unit(hash(1, n, 1));
        double count = o.median * exp(o.sigma * sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v));
        if (o.big && n % o.big == o.big - 1) count = 5000; // One in so many.
        owners[n].first = items;
        owners[n].count = owners[n].live = (uint32_t)fmin(fmax(round(count), 1), 5000);
        items += owners[n].count;
    }
}
// Items come in sessions of `together`, spread over a year; their ids are of version 7 and tell
// that time.
static uint32_t sessions(uint32_t count) { return (uint32_t)ceil(count / o.together); }
static double session_time(long n, uint32_t s) {
    return 1.76e9 + 31e6 * (s + unit(hash(2, n, s))) / sessions(owners[n].count);
}
static void make_id(long n, uint32_t i, ID id) {
    uint32_t s = (uint32_t)(i / o.together);
    uint64_t ms = (uint64_t)(session_time(n, s) * 1e3), low = hash(3, n, i);
    for (int b = 0; b < 6; b++) id[b] = (uint8_t)(ms >> (40 - 8 * b));
    id[6] = 0x70, id[7] = (uint8_t)(i - (uint32_t)(s * o.together));
    for (int b = 8; b < 16; b++) id[b] = (uint8_t)(low >> 8 * (b - 8));
    id[8] = (uint8_t)(id[8] & 0x3f) | 0x80;
}
static bool is_done(long n, uint32_t i) { return unit(hash(4, n, i)) < .3; }
typedef struct {
    char title[48], text[96];
    double due, latitude, longitude;
    const char *place;
} Text;
static void words(char *to, uint64_t h, int count) {
    static const char all[32][9] = {
        "buy",    "milk",  "call",   "mother", "write", "report",  "fix",   "bicycle",
        "read",   "book",  "plan",   "trip",   "clean", "kitchen", "water", "plants",
        "pay",    "rent",  "the",    "order",  "for",   "dentist", "ask",   "about",
        "school", "bring", "letter", "to",     "post",  "wash",    "car",   "sister"};
    for (; count--; h >>= 5) to = stpcpy(to, all[h & 31]), *to++ = count ? ' ' : 0;
}
static void make_text(long n, uint32_t i, Text *t) {
    uint64_t h = hash(5, n, i), g = mix(h);
    words(t->title, h, 4);
    *t->text = 0;
    if ((h >> 40 & 1023) < 717) words(t->text, g, 8);
    t->due = (h >> 50 & 1023) < 819 ? round((1.79e9 + unit(mix(g)) * 1e7) * 1e3) / 1e3 : 0;
    t->place = (g >> 40 & 1023) < 410
                   ? (const char *[]){"Home", "Office", "Shop", "School"}[g >> 50 & 3]
                   : NULL;
    t->latitude = round((unit(mix(g + 1)) * 180 - 90) * 1e6) / 1e6,
    t->longitude = round((unit(mix(g + 2)) * 360 - 180) * 1e6) / 1e6;
}
static char *write_id(char *to, const ID id) {
    for (int b = 0; b < 16; b++) {
        if (b == 4 || b == 6 || b == 8 || b == 10) *to++ = '-';
        *to++ = "0123456789abcdef"[id[b] >> 4], *to++ = "0123456789abcdef"[id[b] & 15];
    }
    return to;
}
static bool read_id(const char *text, ID id) {
    for (int b = 0; b < 16; b++) {
        if (*text == '-') text++;
        unsigned v;
        if (sscanf(text, "%2x", &v) != 1) return false;
        id[b] = (uint8_t)v, text += 2;
    }
    return true;
}
static char *write_json(char *to, const Text *t, const uint8_t *id, bool is_done) {
    *to++ = '{';
    if (id) to = write_id(stpcpy(to, "\"id\":\""), id), to = stpcpy(to, "\",");
    to += sprintf(to, "\"title\":\"%s\"", t->title);
    if (*t->text) to += sprintf(to, ",\"itemDescription\":\"%s\"", t->text);
    if (t->due) to += sprintf(to, ",\"timestamp\":%.3f", t->due);
    if (t->place)
        to += sprintf(
            to,
            ",\"location\":{\"name\":\"%s\",\"coordinate\":{\"latitude\":%.6f,\"longitude\":%.6f}}",
            t->place, t->latitude, t->longitude);
    if (id) to += sprintf(to, ",\"done\":%s", is_done ? "true" : "false");
    *to++ = '}', *to = 0;
    return to;
}
typedef struct {
    double time;
    uint32_t owner, session;
} Session;
static int earlier(const void *a, const void *b) {
    double x = ((const Session *)a)->time, y = ((const Session *)b)->time;
    return x < y ? -1 : x > y;
}
static size_t make_sessions(Session **all) {
    size_t count = 0;
    *all = need(malloc((size_t)(items + o.accounts) * sizeof **all));
    for (long n = 0; n < o.accounts; n++)
        for (uint32_t s = 0; s < sessions(owners[n].count); s++)
            (*all)[count++] = (Session){session_time(n, s), (uint32_t)n, s};
    qsort(*all, count, sizeof **all, earlier);
    return count;
}
static uint32_t session_end(const Session *s) {
    return (uint32_t)fmin(owners[s->owner].count, ceil((s->session + 1) * o.together));
}
static uint32_t session_begin(const Session *s) { return (uint32_t)ceil(s->session * o.together); }

static void fill(void) {
    sqlite3 *db;
    sqlite3_stmt *add, *set;
    Session *all;
    size_t count = make_sessions(&all);
    if (sqlite3_open(o.db, &db)) stop("%s: %s", o.db, sqlite3_errmsg(db));
    sqlite3_exec(
        db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-3000000; BEGIN", 0,
        0, 0);
    if (sqlite3_prepare_v2(db, "INSERT INTO items VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, &add,
                           0) ||
        sqlite3_prepare_v2(db, "UPDATE owners SET revision=?2 WHERE owner=?1", -1, &set, 0))
        stop("%s", sqlite3_errmsg(db));
    for (Session *s = all; s < all + count; s++)
        for (uint32_t i = session_begin(s); i < session_end(s); i++) {
            ID id;
            Text t;
            make_id(s->owner, i, id), make_text(s->owner, i, &t), sqlite3_reset(add),
                sqlite3_clear_bindings(add);
            sqlite3_bind_int64(add, 1, s->owner + 2),
                sqlite3_bind_blob(add, 2, id, 16, SQLITE_STATIC),
                sqlite3_bind_text(add, 3, t.title, -1, SQLITE_STATIC);
            if (*t.text) sqlite3_bind_text(add, 4, t.text, -1, SQLITE_STATIC);
            if (t.due) sqlite3_bind_double(add, 5, t.due);
            if (t.place)
                sqlite3_bind_text(add, 6, t.place, -1, SQLITE_STATIC),
                    sqlite3_bind_double(add, 7, t.latitude),
                    sqlite3_bind_double(add, 8, t.longitude);
            double at = floor(s->time * 1e3) / 1e3;
            sqlite3_bind_int(add, 9, is_done(s->owner, i)), sqlite3_bind_double(add, 10, at),
                sqlite3_bind_double(add, 11, at);
            if (is_done(s->owner, i)) sqlite3_bind_double(add, 12, at);
            sqlite3_bind_int(add, 13, (int)s->session + 1);
            if (sqlite3_step(add) != SQLITE_DONE) stop("%s", sqlite3_errmsg(db));
        }
    for (long n = 0; n < o.accounts; n++) {
        sqlite3_reset(set), sqlite3_bind_int64(set, 1, n + 2),
            sqlite3_bind_int(set, 2, (int)sessions(owners[n].count));
        if (sqlite3_step(set) != SQLITE_DONE) stop("%s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(add), sqlite3_finalize(set);
    if (sqlite3_exec(db, "COMMIT", 0, 0, 0) || sqlite3_close(db)) stop("%s", sqlite3_errmsg(db));
}

// What the load knows, kept from run to run.

static void read_tokens(void) {
    FILE *f = fopen(o.tokens, "r");
    char line[256];
    if (!f || !fgets(line, sizeof line, f)) stop("%s: cannot be read", o.tokens);
    token_length = strcspn(line, "\n");
    tokens = need(malloc((size_t)o.accounts * token_length));
    for (long n = 0; n < o.accounts; n++) {
        memcpy(tokens + (size_t)n * token_length, line, token_length);
        if (n + 1 < o.accounts && !fgets(line, sizeof line, f)) stop("%s: too few", o.tokens);
    }
    fclose(f);
}
static void read_state(void) {
    done = need(calloc(items, 1)), dead = need(calloc(items, 1));
    FILE *f = fopen(o.state, "rb");
    if (f) {
        bool ok = fread(done, items, 1, f) == 1 && fread(dead, items, 1, f) == 1;
        for (long n = 0; ok && n < o.accounts; n++) {
            Owner *w = &owners[n], was;
            ok = fread(&was, sizeof was, 1, f) == 1 && was.count == w->count;
            if (!ok) break;
            *w = was, w->room = w->extras, w->busy = false, w->extra = NULL;
            if (w->extras)
                w->extra = need(malloc(w->extras * sizeof *w->extra)),
                ok = fread(w->extra, sizeof *w->extra, w->extras, f) == w->extras;
        }
        if (!ok) stop("%s is of another town", o.state);
    } else {
        if (!o.tags || !(f = fopen(o.tags, "r"))) stop("neither a state nor tags");
        for (long n = 0; n < o.accounts; n++) {
            if (fscanf(f, "%43s %43s", owners[n].tag, owners[n].old) != 2)
                stop("%s: too few", o.tags);
            for (uint32_t i = 0; i < owners[n].count; i++)
                done[owners[n].first + i] = is_done(n, i);
        }
    }
    fclose(f);
}
static void write_state(void) {
    FILE *f = fopen(o.state, "wb");
    if (!f) stop("%s: %s", o.state, strerror(errno));
    fwrite(done, items, 1, f), fwrite(dead, items, 1, f);
    for (long n = 0; n < o.accounts; n++)
        fwrite(&owners[n], sizeof *owners, 1, f),
            fwrite(owners[n].extra, sizeof(Extra), owners[n].extras, f);
    if (fclose(f)) stop("%s: %s", o.state, strerror(errno));
}

// Who asks: the probability of rank r is as 1 / (r + 50), so 1 in 100 people send 41 of 100
// requests.

static uint32_t *alias, *person;
static double *chance;
static void make_activity(void) {
    size_t n = (size_t)o.accounts, small = 0, large = 0;
    double sum = 0;
    uint32_t *low = need(malloc(n * 4)), *high = need(malloc(n * 4));
    alias = need(calloc(n, 4)), person = need(malloc(n * 4)),
    chance = need(malloc(n * sizeof *chance));
    for (size_t r = 0; r < n; r++) sum += chance[r] = 1 / (r + 50.0), person[r] = (uint32_t)r;
    for (size_t r = n - 1; r > 0; r--) { // The same people are active in each run.
        size_t other = hash(6, r, 0) % (r + 1);
        uint32_t p = person[r];
        person[r] = person[other], person[other] = p;
    }
    for (size_t r = 0; r < n; r++)
        chance[r] *= n / sum, *(chance[r] < 1 ? &low[small++] : &high[large++]) = (uint32_t)r;
    while (small && large) { // Walker's alias method.
        uint32_t l = low[--small], h = high[large - 1];
        alias[l] = h, chance[h] -= 1 - chance[l];
        if (chance[h] < 1) large--, low[small++] = h;
    }
    while (small) chance[low[--small]] = 1;
    while (large) chance[high[--large]] = 1;
    free(low), free(high);
}
static uint32_t someone(void) {
    double u = draw() * (double)o.accounts;
    uint32_t r = (uint32_t)u;
    return person[u - r < chance[r] ? r : alias[r]];
}

// Connections.

typedef struct {
    int fd, kind;
    uint32_t owner, item;
    int64_t since;
    bool busy;
    char *in;
    size_t have, room, body, at; // What has come, where the body begins, where the next chunk does.
    long length;                 // Of the body; -1 in chunks.
} Connection;
typedef struct {
    uint32_t seen[64 * 64];
    uint64_t count, max;
} Histogram; // 64 buckets to each power of two
static Connection *connections;
static int poll_fd;
static Histogram times[KINDS];
static uint64_t wrong, bytes_in, answered, measured;
static char complaint[400];
static bool is_measuring;
static const Session *next_session, *last_session;

static void note(Histogram *h, int64_t ns) {
    uint64_t v = ns < 1 ? 1 : (uint64_t)ns;
    int shift = v < 64 ? 0 : 57 - __builtin_clzll(v);
    h->seen[(unsigned)shift * 64 + (v >> shift)]++, h->count++;
    if (v > h->max) h->max = v;
}
static double ms_at(const Histogram *h, double share) {
    uint64_t rank = (uint64_t)ceil(share * (double)h->count), below = 0;
    for (int b = 0; h->count && b < 64 * 64; b++)
        if ((below += h->seen[b]) >= rank) {
            int shift = b < 128 ? 0 : b / 64 - 1;
            return fmin(ldexp(b - 64 * shift + 1, shift), (double)h->max) / 1e6;
        }
    return 0;
}
static void complain(Connection *c, const char *what) {
    if (!wrong++)
        snprintf(complaint, sizeof complaint, "%s, account %u: %s: %.*s", kinds[c->kind], c->owner,
                 what, (int)fmin(c->have, 250), c->in);
}
static void open_connections(void) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)o.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    connections = need(calloc((size_t)o.connections, sizeof *connections));
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    for (int n = 0; n < o.connections; n++) {
        Connection *c = &connections[n];
        c->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(c->fd, (void *)&to, sizeof to)) stop("connect: %s", strerror(errno));
        setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int)),
            fcntl(c->fd, F_SETFL, O_NONBLOCK);
        epoll_ctl(poll_fd, EPOLL_CTL_ADD, c->fd,
                  &(struct epoll_event){.events = EPOLLIN, .data.ptr = c});
        c->in = need(malloc(c->room = 16 << 10));
    }
}
static void send_request(Connection *c, const char *bytes, size_t length, int64_t since) {
    c->busy = true, c->since = since, c->have = c->body = 0;
    if (send(c->fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        stop("send: %s", strerror(errno));
}
static void next_post(Connection *c) {
    static char body[1 << 16], request[1 << 17];
    if (next_session == last_session) return;
    const Session *s = next_session++;
    char *to = body;
    *to++ = '[';
    for (uint32_t i = session_begin(s); i < session_end(s); i++) {
        ID id;
        Text t;
        make_id(s->owner, i, id), make_text(s->owner, i, &t);
        to = write_json(to, &t, id, is_done(s->owner, i)), *to++ = ',';
    }
    to[-1] = ']';
    int length = sprintf(
        request,
        "POST /items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %.*s\r\nContent-Type: "
        "application/json\r\nContent-Length: %zd\r\n\r\n%.*s",
        (int)token_length, tokens + s->owner * token_length, to - body, (int)(to - body), body);
    c->kind = POST, c->owner = s->owner;
    send_request(c, request, (size_t)length, 0);
}
static uint32_t some_item(Owner *w) {
    for (;;) {
        uint32_t i = (uint32_t)(draw() * (w->count + w->extras));
        if (!(i < w->count ? dead[w->first + i] : w->extra[i - w->count].dead)) return i;
    }
}
static void next_request(Connection *c, int64_t since) {
    static char request[2048];
    Owner *w;
    double u = 0;
    for (int k = 0; k < KINDS; k++) u += o.mix[k];
    u *= draw();
    for (c->kind = 0; c->kind < DELETE && u >= o.mix[c->kind]; c->kind++) u -= o.mix[c->kind];
    do w = &owners[c->owner = someone()];
    while (w->busy);
    if (!w->live && (c->kind == GET || c->kind == PATCH || c->kind == DELETE)) c->kind = POST;
    w->busy = true;
    char *to = request, id[40] = "", body[1024] = "";
    ID bytes;
    if (c->kind == GET || c->kind == PATCH || c->kind == DELETE) {
        uint32_t i = c->item = some_item(w);
        if (i < w->count) make_id(c->owner, i, bytes);
        *write_id(id, i < w->count ? bytes : w->extra[i - w->count].id) = 0;
    }
    if (c->kind == PATCH)
        sprintf(body, "{\"done\":%s}",
                (c->item < w->count ? done[w->first + c->item] : w->extra[c->item - w->count].done)
                    ? "false"
                    : "true");
    if (c->kind == POST) {
        Text t;
        make_text(c->owner + 1000000, (uint32_t)(mix(random_state) >> 32), &t),
            write_json(body, &t, NULL, false);
    }
    switch (c->kind) {
    case OPEN:
    case OPEN_KNOWN:
        to = stpcpy(to, "GET /items");
        break;
    case CHANGES:
        to = stpcpy(stpcpy(to, "GET /items/changes?since="), draw() < .5 ? w->tag : w->old);
        break;
    case POST:
        to = stpcpy(to, "POST /items");
        break;
    default:
        to = stpcpy(stpcpy(to, c->kind == GET     ? "GET /items/"
                               : c->kind == PATCH ? "PATCH /items/"
                                                  : "DELETE /items/"),
                    id);
    }
    to = stpcpy(to, " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: town/1\r\nAccept: "
                    "application/json\r\nAuthorization: Bearer ");
    to = mempcpy(to, tokens + c->owner * token_length, token_length);
    if (c->kind == OPEN || c->kind == OPEN_KNOWN)
        to += sprintf(to, "\r\nIf-None-Match: \"%s\"", c->kind == OPEN ? w->old : w->tag);
    if (*body)
        to += sprintf(to, "\r\nContent-Type: application/%s\r\nContent-Length: %zu",
                      c->kind == PATCH ? "merge-patch+json" : "json", strlen(body));
    to = stpcpy(stpcpy(to, "\r\n\r\n"), body);
    send_request(c, request, (size_t)(to - request), since);
}
// Reads the head when it is there, and tells whether the whole answer is.
static const char *etag, *revision, *location;
static bool is_whole(Connection *c) {
    if (!c->body) {
        char *end = memmem(c->in, c->have, "\r\n\r\n", 4);
        if (!end) return false;
        c->body = c->at = (size_t)(end - c->in) + 4;
        int status = atoi(c->in + 9);
        c->length = status == 204 || status == 304 ? 0 : -2;
        for (char *line = memchr(c->in, '\n', c->body); line && line < end;
             line = memchr(line, '\n', (size_t)(end - line))) {
            line++;
            if (c->length == -2 && !strncasecmp(line, "content-length:", 15))
                c->length = atol(line + 15);
            if (c->length == -2 && !strncasecmp(line, "transfer-encoding:", 18)) c->length = -1;
        }
        if (c->length == -2) stop("an answer without a length");
    }
    if (c->length >= 0) return c->have >= c->body + (size_t)c->length;
    for (;;) { // Chunks, without extensions and trailers.
        char *line = c->in + c->at, *end = memchr(line, '\n', c->have - c->at);
        if (!end) return false;
        size_t size = strtoul(line, NULL, 16), next = (size_t)(end + 1 - c->in) + size + 2;
        if (c->have < next) return false;
        c->at = next;
        if (!size) return true;
    }
}
static void join_chunks(Connection *c) {
    size_t from = c->body, to = c->body;
    for (size_t size; (size = strtoul(c->in + from, NULL, 16));) {
        from = (size_t)((char *)memchr(c->in + from, '\n', c->have - from) + 1 - c->in);
        memmove(c->in + to, c->in + from, size), to += size, from += size + 2;
    }
    c->length = (long)(to - c->body);
}
static uint32_t count_text(Connection *c, const char *text) {
    uint32_t n = 0;
    const char *at = c->in + c->body, *end = at + c->length;
    for (; (at = memmem(at, (size_t)(end - at), text, strlen(text))); at++) n++;
    return n;
}
static void take_answer(Connection *c) {
    static const int expected[] = {304, 200, 200, 200, 200, 201, 204};
    Owner *w = &owners[c->owner];
    int status = atoi(c->in + 9);
    c->busy = w->busy = false, answered++;
    if (is_measuring) bytes_in += c->have;
    if (status != expected[c->kind]) {
        complain(c, "status");
        return;
    }
    if (!o.tags && !o.state) return;
    etag = revision = location = NULL;
    for (char *line = c->in; (line = memchr(line, '\n', c->body - (size_t)(line - c->in))) &&
                             ++line < c->in + c->body - 2;) {
        if (!strncasecmp(line, "etag: \"", 7)) etag = line + 7;
        if (!strncasecmp(line, "todo-revision: ", 15)) revision = line + 15;
        if (!strncasecmp(line, "location: /items/", 17)) location = line + 17;
    }
    size_t length = strlen(w->tag);
    if (c->kind <= OPEN && (!etag || strncmp(etag, w->tag, length) || etag[length] != '"'))
        complain(c, "ETag");
    if (o.check && c->length < 0) join_chunks(c);
    if (o.check && c->kind == OPEN && count_text(c, "\"title\":") != w->live)
        complain(c, "count of items");
    if (o.check && c->kind == CHANGES && c->length < 20) complain(c, "no changes");
    if (o.check && (c->kind == GET || c->kind == PATCH || c->kind == POST) &&
        count_text(c, "\"title\":") != 1)
        complain(c, "no item");
    if (c->kind < PATCH) return;
    size_t end = revision ? strcspn(revision, "\r") : 99;
    if (end >= sizeof w->tag) {
        complain(c, "no ToDo-Revision");
        return;
    }
    strcpy(w->old, w->tag), memcpy(w->tag, revision, end), w->tag[end] = 0;
    uint32_t i = c->item;
    bool *more_done = i >= w->count && c->kind != POST ? &w->extra[i - w->count].done : NULL;
    if (c->kind == PATCH) *(more_done ? (uint8_t *)more_done : &done[w->first + i]) ^= 1;
    if (c->kind == DELETE)
        *(i < w->count ? &dead[w->first + i] : (uint8_t *)&w->extra[i - w->count].dead) = 1,
                                                                        w->live--;
    if (c->kind == POST) {
        if (w->extras == w->room)
            w->extra = need(realloc(w->extra, (w->room = w->room * 2 + 4) * sizeof *w->extra));
        Extra *e = &w->extra[w->extras];
        *e = (Extra){0};
        if (location && read_id(location, e->id)) w->extras++, w->live++;
        else complain(c, "no Location");
    }
}
// The server's CPU time in seconds and its syncs so far.
static double server_cpu(void) {
    char path[64], text[1024];
    unsigned long user = 0, sys = 0;
    sprintf(path, "/proc/%d/stat", o.pid);
    FILE *f = o.pid ? fopen(path, "r") : NULL;
    if (f && fgets(text, sizeof text, f))
        sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &sys);
    if (f) fclose(f);
    return (double)(user + sys) / (double)sysconf(_SC_CLK_TCK);
}
static uint64_t *syncs;
static double own_cpu(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static void run(bool is_load) {
    int64_t began = now_ns(), from = began + (int64_t)(o.warm_up * 1e9),
            until = from + (int64_t)(o.seconds * 1e9), ended = 0;
    int64_t due = began, now = began;
    uint64_t waiting = 0, head = 0, tail = 0, first_syncs = 0;
    double cpu = 0, mine = 0, spent = 0, my = 0;
    int64_t *queue = o.rate ? need(malloc(sizeof *queue << 22)) : NULL;
    int busy = 0, *free_ones = need(malloc((size_t)o.connections * sizeof(int))), frees = 0;
    struct epoll_event events[512];
    if (!o.rate)
        for (int n = 0; n < o.connections; n++) {
            if (is_load) next_request(&connections[n], now_ns());
            else next_post(&connections[n]);
            busy += connections[n].busy;
        }
    else
        for (int n = 0; n < o.connections; n++) free_ones[frees++] = n;
    for (;;) {
        now = now_ns();
        if (is_load && !is_measuring && now >= from && now < until)
            is_measuring = true, cpu = server_cpu(), mine = own_cpu(),
            first_syncs = syncs ? *syncs : 0, from = now;
        if (is_load && is_measuring && now >= until)
            is_measuring = false, spent = server_cpu() - cpu, my = own_cpu() - mine, ended = now,
            first_syncs = syncs ? *syncs - first_syncs : 0;
        if (o.rate) {
            for (; due <= now && due < until; due += (int64_t)(-log(1 - draw()) * 1e9 / o.rate))
                queue[tail++ & ((1 << 22) - 1)] = due;
            if (tail - head > waiting) waiting = tail - head;
            if (waiting > (1 << 22) - 10000) stop("the server falls too far behind");
            for (; head < tail && frees; head++, busy++)
                next_request(&connections[free_ones[--frees]], queue[head & ((1 << 22) - 1)]);
        }
        if (!busy && (!is_load || (now >= until && head == tail))) break;
        if (is_load && now > until + 20000000000) {
            wrong++;
            snprintf(complaint, sizeof complaint, "%d answers did not come", busy);
            break;
        }
        int64_t wait = is_load ? (is_measuring || now >= until ? until : from) - now : 1000000000;
        if (o.rate && due < until && due - now < wait) wait = due - now;
        if (wait < 0) wait = now >= until ? 100000000 : 0;
        int count = epoll_pwait2(poll_fd, events, 512,
                                 &(struct timespec){wait / 1000000000, wait % 1000000000}, NULL);
        for (int e = 0; e < count; e++) {
            Connection *c = events[e].data.ptr;
            for (;;) {
                if (c->room - c->have < 4096) c->in = need(realloc(c->in, c->room *= 2));
                ssize_t got = recv(c->fd, c->in + c->have, c->room - c->have - 1, 0);
                if (got < 0 && errno == EAGAIN) break;
                if (got <= 0) stop("closed by the server: %s", got ? strerror(errno) : "");
                c->in[c->have += (size_t)got] = 0;
                if (c->have < c->room - 1) break;
            }
            if (!c->busy || !is_whole(c)) continue;
            now = now_ns();
            if (is_measuring && c->since >= from) note(&times[c->kind], now - c->since);
            else if (is_load && o.rate && c->since >= from && c->since < until)
                note(&times[c->kind], now - c->since);
            measured += is_measuring;
            take_answer(c), busy--;
            if (o.rate) free_ones[frees++] = (int)(c - connections);
            else if (is_load ? now < until : true) {
                if (is_load) next_request(c, now_ns());
                else next_post(c);
                busy += c->busy;
            }
        }
    }
    if (!is_load) return;
    double seconds = (double)(ended - from) / 1e9;
    uint64_t writes = times[PATCH].count + times[POST].count + times[DELETE].count;
    printf("{\"rps\":%.1f,\"cpu\":%.3f,\"own_cpu\":%.3f,\"busy\":%.3f,\"bytes\":%.0f,\"wrong\":%lu,"
           "\"queue\":%lu,\"syncs_per_write\":%.4f,\"kinds\":{",
           (double)measured / seconds, spent / (double)measured * 1e6, my / (double)measured * 1e6,
           spent / seconds, (double)bytes_in / (double)measured, wrong, waiting,
           (double)first_syncs / (double)(writes ? writes : 1));
    Histogram all = {0};
    for (int k = 0; k <= KINDS; k++) {
        const Histogram *h = k < KINDS ? &times[k] : &all;
        printf("%s\"%s\":{\"n\":%lu,\"p50\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.2f}",
               k ? "," : "", k < KINDS ? kinds[k] : "all", h->count, ms_at(h, .5), ms_at(h, .99),
               ms_at(h, .999), (double)h->max / 1e6);
        if (k == KINDS) break;
        for (int b = 0; b < 64 * 64; b++) all.seen[b] += h->seen[b];
        all.count += h->count, all.max = all.max > h->max ? all.max : h->max;
    }
    printf("}}\n");
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    for (int n = 2; n < argc; n++) {
        const char *name = argv[n], *value = !strcmp(name, "--check") ? ""
                                             : ++n < argc ? argv[n]
                                                          : (stop("%s of what?", name), "");
#define TEXT(x) else if (!strcmp(name, "--" #x)) o.x = value
#define NUMBER(x) else if (!strcmp(name, "--" #x)) o.x = strtod(value, NULL)
        if (!strcmp(name, "--check")) o.check = true;
        TEXT(db);
        TEXT(tokens);
        TEXT(tags);
        TEXT(state);
        TEXT(counter);
        NUMBER(port);
        NUMBER(connections);
        NUMBER(pid);
        NUMBER(accounts);
        NUMBER(big);
        NUMBER(median);
        NUMBER(sigma);
        NUMBER(together);
        NUMBER(rate);
        NUMBER(seconds);
        NUMBER(seed);
        NUMBER(run);
        else if (!strcmp(name, "--mix")) for (int k = 0; k < KINDS; k++) o.mix[k] =
            strtod(value, (char **)&value),
                                                                         value += *value == ',';
        else if (!strcmp(name, "--warm-up")) o.warm_up = strtod(value, NULL);
        else stop("%s is no option", name); }
    make_owners(), random_state = mix(o.seed * 31 + o.run);
    if (!strcmp(what, "fill")) return fill(), printf("%u\n", items), 0;
    if (!strcmp(what, "count")) return printf("%u\n", items), 0;
    if (strcmp(what, "post") && strcmp(what, "load")) stop("fill, post or load");
    read_tokens();
    if (!strcmp(what, "post")) {
        Session *all;
        size_t count = make_sessions(&all);
        next_session = all, last_session = all + count;
        open_connections(), run(false);
        if (wrong) stop("%lu wrong answers; %s", wrong, complaint);
        return printf("%u\n", items), 0;
    }
    read_state(), make_activity(), open_connections();
    if (o.counter) {
        int fd = open(o.counter, O_RDONLY);
        syncs = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        if (fd < 0 || syncs == MAP_FAILED) stop("%s: %s", o.counter, strerror(errno));
    }
    run(true), write_state();
    if (wrong) fprintf(stderr, "town: %lu wrong; the first: %s\n", wrong, complaint);
    return wrong != 0;
}
