// An open-loop load generator: requests arrive independently of the server's response times.
//
//     arrivals --port N --reads FILE [--writes FILE --share 0.2] --rate R --seconds S      see usage() below
//
// A request is due at a time that is drawn beforehand, and its response time begins there, even if no connection was
// free. A closed loop (wrk, or --rate 0 here) sends nothing while it waits: a server that stops for a second then has
// one slow response per connection and hides the thousands of requests that should have arrived meanwhile
// ("coordinated omission").
//
// FILE contains complete requests, each after a line with its length in bytes; each arrival draws one at random.
// Nothing is pipelined: a connection carries one request at a time, and a due request waits for a free connection.
//
//     draw the next arrival -> due, and a connection free? -> send -> epoll -> response complete? -> note, free
//                                    | not yet: epoll waits until then, to the nanosecond
//
// The result is one line of JSON; all times are in milliseconds. Exit code 0; 1 when responses were missing or wrong;
// 2 when the rate was not reached, because of the server or of this program; 64 for wrong usage.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { READ, WRITE, KINDS };
static const char *const kinds[] = {"reads", "writes"};

static const char *const usage_text =
    "usage: arrivals --port N (--reads FILE | --target PATH) --seconds S [OPTION...]\n"
    "  --reads FILE     requests to draw from; --target PATH instead asks for one path\n"
    "  --writes FILE    requests to draw a --share of all from (0.2); without --reads all\n"
    "  --rate R         requests a second; 0 asks as fast as it is answered, a closed loop (0)\n"
    "  --arrivals HOW   poisson, as from many clients that know nothing of each other, or constant (poisson)\n"
    "  --seconds S      of measuring; --warm-up S of the same before, which do not count (1)\n"
    "  --start T        when it begins, a time of CLOCK_MONOTONIC; at once without\n"
    "  --cuts S,...     counts apart what was due before and after these seconds of measuring, seven at most\n"
    "  --once           sends all of --writes once and in order, without --seconds: to fill a server\n"
    "  --connections N  in all (64); --threads N (1); --seed N (1); --patience S for the last answers (10)\n";

static void __attribute__((format(printf, 2, 3), noreturn)) stop(int code, const char *format,
                                                                 ...) {
    va_list rest;
    va_start(rest, format);
    fputs("arrivals: ", stderr);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    exit(code);
}

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// ---- histogram of times: 128 buckets per power of two, a resolution of 1 % ----------------------------------------

enum { FINE = 7, BUCKETS = (64 - FINE + 1) << FINE };
typedef struct {
    uint32_t seen[BUCKETS];
    uint64_t count;
    int64_t max;
} Histogram;

static void note(Histogram *h, int64_t time) {
    uint64_t v = time < 0 ? 0 : (uint64_t)time;
    int power = v >> FINE ? 63 - __builtin_clzll(v) - FINE
                          : 0; // How far to shift until FINE + 1 bits are left.
    h->seen[((uint64_t)power << FINE) + (v >> power)]++;
    h->count++;
    if ((int64_t)v > h->max) h->max = (int64_t)v;
}

static double milliseconds_at(const Histogram *h, double share) {
    uint64_t rank = (uint64_t)ceil(share * (double)h->count), below = 0;
    for (uint64_t b = 0; h->count && b < BUCKETS; b++) {
        if ((below += h->seen[b]) < rank) continue;
        uint64_t power = b >> (FINE + 1) ? (b >> FINE) - 1
                                         : 0; // The upper end of the bucket, at most the maximum.
        double upper = ldexp((double)(b - (power << FINE) + 1), (int)power) - 1;
        return fmin(upper, (double)h->max) / 1e6;
    }
    return 0;
}

static void add(Histogram *to, const Histogram *h) {
    for (int b = 0; b < BUCKETS; b++) to->seen[b] += h->seen[b];
    to->count += h->count;
    if (h->max > to->max) to->max = h->max;
}

// ---- options and requests --------------------------------------------------------------------------------------------

typedef struct {
    const char *bytes;
    size_t length;
} Request;
typedef struct {
    Request *all;
    size_t count;
} Requests;

static struct {
    int port, connections, threads;
    const char *target;
    Requests of[KINDS];
    double share, rate, seconds, warm_up, start, patience;
    bool is_constant, is_once;
    uint64_t seed;
    double cuts[8];
    int windows;
} asked = {.connections = 64,
           .threads = 1,
           .share = -1,
           .warm_up = 1,
           .patience = 10,
           .seed = 1,
           .windows = 1};

// A request must fit into an empty socket's buffer, so that no send is partial.
enum { LARGEST = 128 << 10 };

static Requests read_requests(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    if (file < 0 || fstat(file, &facts) < 0) stop(64, "%s: %s", path, strerror(errno));
    if (!facts.st_size) stop(64, "%s is empty", path);
    const char *at = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0),
               *end = at + facts.st_size;
    if (at == MAP_FAILED) stop(64, "%s: %s", path, strerror(errno));
    close(file);
    Requests found = {0};
    for (size_t room = 0; at < end; found.count++) {
        size_t length = 0;
        while (at < end && *at >= '0' && *at <= '9' && length <= LARGEST)
            length = length * 10 + (size_t)(*at++ - '0');
        if (at == end || *at++ != '\n' || !length || length > LARGEST ||
            length > (size_t)(end - at))
            stop(64, "%s: request %zu has no length before it, or one beyond 128 KiB", path,
                 found.count + 1);
        if (found.count == room)
            found.all = realloc(found.all, (room = room * 2 + 1024) * sizeof *found.all);
        if (!found.all) stop(1, "no memory");
        found.all[found.count] = (Request){at, length};
        at += length;
    }
    return found;
}

// ---- parsing responses --------------------------------------------------------------------------------------------------

// The position of the next byte in a response. A chunk is: its size in hexadecimal, perhaps an extension, its line end,
// its bytes, a line end; the last has no bytes, and trailer fields may follow it (RFC 9112 section 7.1).
typedef enum { HEAD, BODY, CHUNK_SIZE, CHUNK_LINE, CHUNK, CHUNK_END, TRAILER } Place;

typedef struct Connection {
    struct Connection *next_free;
    int socket, status;
    bool is_busy, closes;
    int kind, window; // Window -1: of the warm-up.
    int64_t due, freed;
    Place place;
    size_t left; // Of the body or the chunk; in a trailer, the length of this line.
    size_t head_length;
    char head[8192];
} Connection;

static bool has_field(const char *head, const char *name_and_colon, const char **value) {
    const char *at = strcasestr(head, name_and_colon);
    if (at) *value = at + strlen(name_and_colon);
    return at != NULL;
}

static void understand_head(Connection *c) {
    const char *value;
    c->status = atoi(c->head + 9);
    c->closes = has_field(c->head, "\r\nconnection:", &value) &&
                strncasecmp(value + strspn(value, " "), "close", 5) == 0;
    if (c->status == 204 || c->status == 304) c->left = 0, c->place = BODY;
    else if (has_field(c->head, "\r\ntransfer-encoding:", &value))
        c->left = 0, c->place = CHUNK_SIZE;
    else
        c->left = has_field(c->head, "\r\ncontent-length:", &value) ? strtoull(value, NULL, 10) : 0,
        c->place = BODY;
}

// Parses bytes: 1 when they complete the response, 0 when it is incomplete, -1 when it is invalid.
static int take(Connection *c, const char *bytes, size_t count) {
    for (size_t at = 0; at < count || (c->place == BODY && !c->left);) {
        size_t there = count - at;
        switch (c->place) {
        case HEAD: {
            size_t before = c->head_length, taken = there < sizeof c->head - 1 - before
                                                        ? there
                                                        : sizeof c->head - 1 - before;
            memcpy(c->head + before, bytes + at, taken);
            c->head[c->head_length += taken] = 0;
            char *end = strstr(c->head + (before > 3 ? before - 3 : 0), "\r\n\r\n");
            if (!end && c->head_length == sizeof c->head - 1) return -1;
            if (!end) return 0;
            if (strncmp(c->head, "HTTP/1.1 ", 9) != 0) return -1;
            at += (size_t)(end + 4 - c->head) - before;
            end[2] = 0;
            understand_head(c);
            break;
        }
        case BODY:
        case CHUNK: {
            size_t taken = there < c->left ? there : c->left;
            at += taken;
            if (c->left -= taken) return 0;
            if (c->place == BODY) return at == count ? 1 : -1;
            c->place = CHUNK_END;
            break;
        }
        case CHUNK_SIZE: {
            char letter = bytes[at++];
            int digit = letter >= '0' && letter <= '9'                 ? letter - '0'
                        : (letter | 32) >= 'a' && (letter | 32) <= 'f' ? (letter | 32) - 'a' + 10
                                                                       : -1;
            if (digit >= 0) c->left = c->left * 16 + (size_t)digit;
            else if (letter == '\r' || letter == ';' || letter == ' ') c->place = CHUNK_LINE;
            else return -1;
            break;
        }
        case CHUNK_LINE:
            if (bytes[at++] == '\n') c->place = c->left ? CHUNK : TRAILER;
            break;
        case CHUNK_END:
            if (bytes[at++] == '\n') c->place = CHUNK_SIZE, c->left = 0;
            break;
        case TRAILER:
            if (bytes[at] == '\n' && c->left == 0) return at + 1 == count ? 1 : -1;
            if (bytes[at] == '\n') c->left = 0;
            else if (bytes[at] != '\r') c->left++;
            at++;
            break;
        }
    }
    return 0;
}

// ---- a thread, its connections and its results --------------------------------------------------------------------------

typedef struct {
    uint64_t refused, broken, unanswered;
} Failures; // Status other than 2xx and 304; incomplete; not in time.

typedef struct {
    int number, epoll;
    Connection *connections, *first_free, *last_free;
    int count, busy;
    uint64_t random, drawn;
    double rate;
    int64_t began, measured, ends, due; // The next arrival's time.
    Histogram times[8][KINDS], late;
    uint64_t done; // Responses within the measured time, whenever due.
    Failures failures[KINDS];
    uint64_t connects;
    int64_t last;
    double busyness; // The share of CPU time in this thread's time.
} Worker;

static double chance(Worker *w) { // Above 0, up to 1 (xorshift64*, Vigna 2016).
    w->random ^= w->random >> 12, w->random ^= w->random << 25, w->random ^= w->random >> 27;
    return (double)((w->random * 0x2545F4914F6CDD1DULL >> 11) + 1) * 0x1p-53;
}

static void settle_next(Worker *w) {
    if (w->rate == 0) return;
    double gap = asked.is_constant ? 1 : -log(chance(w));
    w->due += (int64_t)(gap / w->rate * 1e9);
}

static void free_up(Worker *w, Connection *c) {
    c->is_busy = false;
    c->next_free = NULL;
    if (w->last_free) w->last_free->next_free = c;
    else w->first_free = c;
    w->last_free = c;
}

static void connect_anew(Worker *w, Connection *c) {
    if (c->socket >= 0) close(c->socket);
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)asked.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, room = 2 * LARGEST;
    c->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->socket < 0) stop(1, "socket: %s", strerror(errno));
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (asked.is_once) setsockopt(c->socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    if (connect(c->socket, (struct sockaddr *)&to, sizeof to) < 0)
        stop(1, "cannot connect to port %d: %s", asked.port, strerror(errno));
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    if (epoll_ctl(w->epoll, EPOLL_CTL_ADD, c->socket, &event) < 0)
        stop(1, "epoll_ctl: %s", strerror(errno));
    w->connects++;
}

static int window(const Worker *w, int64_t due) {
    if (due < w->measured || due >= w->ends) return -1;
    int n = 0;
    while (n + 1 < asked.windows && (double)(due - w->measured) >= asked.cuts[n] * 1e9) n++;
    return n;
}

static void end_request(Worker *w, Connection *c, int64_t now) {
    c->freed = now;
    w->busy--;
    free_up(w, c);
}

static void fail_request(Worker *w, Connection *c, int64_t now) {
    if (c->window >= 0) w->failures[c->kind].broken++;
    end_request(w, c, now);
    connect_anew(w, c);
}

static void send_next(Worker *w, int64_t now) {
    Connection *c = w->first_free;
    if (!(w->first_free = c->next_free)) w->last_free = NULL;
    c->kind = asked.share > 0 && chance(w) <= asked.share ? WRITE : READ;
    const Requests *from = &asked.of[c->kind];
    // A closed loop's request is due when it is sent; otherwise the time was drawn beforehand.
    c->due = w->rate == 0 ? now : w->due;
    c->window = asked.is_once ? 0 : window(w, c->due);
    // The delay caused by this program: a connection was already free.
    if (w->rate && c->window >= 0) note(&w->late, now - (c->freed > c->due ? c->freed : c->due));
    size_t index = asked.is_once ? (size_t)w->number + w->drawn * (size_t)asked.threads
                                 : (size_t)(chance(w) * (double)from->count);
    const Request *r = &from->all[index < from->count ? index : from->count - 1];
    w->drawn++;
    settle_next(w);
    c->is_busy = true, c->place = HEAD, c->head_length = 0;
    w->busy++;
    ssize_t sent = send(c->socket, r->bytes, r->length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) {
        // The server may close an idle connection: retried once on a new one.
        connect_anew(w, c);
        sent = send(c->socket, r->bytes, r->length, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    if (sent != (ssize_t)r->length) fail_request(w, c, now);
}

static void receive(Worker *w, Connection *c) {
    static _Thread_local char bytes[256 << 10];
    ssize_t count = recv(c->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    int64_t now = now_ns();
    if (!c->is_busy) return connect_anew(w, c); // Closed while idle, or unsolicited bytes.
    int is_whole = count > 0 ? take(c, bytes, (size_t)count) : -1;
    if (is_whole < 0) return fail_request(w, c, now);
    if (!is_whole) return;
    if (c->window >= 0) {
        note(&w->times[c->window][c->kind], now - c->due);
        bool is_good = (c->status >= 200 && c->status < 300) || c->status == 304;
        if (!is_good && !w->failures[c->kind].refused++)
            fprintf(stderr, "arrivals: the first answer that is no success: %.*s\n",
                    (int)strcspn(c->head, "\r"), c->head);
    }
    if (now >= w->measured && now < w->ends) w->done++;
    w->last = now;
    end_request(w, c, now);
    if (c->closes) connect_anew(w, c);
}

static bool is_over(const Worker *w) {
    if (asked.is_once)
        return (size_t)w->number + w->drawn * (size_t)asked.threads >= asked.of[WRITE].count;
    return w->rate == 0 ? now_ns() >= w->ends : w->due >= w->ends;
}

static void wait_for_answers(Worker *w, int64_t until) {
    struct epoll_event events[256];
    int64_t left = until - now_ns();
    if (left < 0) left = 0;
    struct timespec timeout = {left / 1000000000, left % 1000000000};
    int count = epoll_pwait2(w->epoll, events, 256, &timeout, NULL);
    if (count < 0 && errno != EINTR) stop(1, "epoll: %s", strerror(errno));
    for (int n = 0; n < count; n++) receive(w, events[n].data.ptr);
}

static int64_t thread_cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *work(void *argument) {
    Worker *w = argument;
    prctl(PR_SET_TIMERSLACK, 1UL); // Waits end on time instead of up to 50 us later.
    while (now_ns() < w->began) wait_for_answers(w, w->began);
    int64_t cpu = thread_cpu();
    int64_t patience = (int64_t)(asked.patience * 1e9);
    while (!is_over(w)) {
        int64_t now = now_ns();
        // A server that has not answered for so long will not answer the rest.
        if (!asked.is_once && now > w->ends + patience) break;
        while (w->first_free && (w->rate == 0 || w->due <= now) && !is_over(w)) {
            send_next(w, now);
            now = now_ns();
        }
        if (is_over(w)) break;
        wait_for_answers(w, w->rate && w->first_free ? w->due : now + 100000000);
    }
    w->busyness = (double)(thread_cpu() - cpu) / (double)(now_ns() - w->began);
    for (; w->rate && w->due < w->ends; settle_next(w))
        if (window(w, w->due) >= 0) w->failures[READ].unanswered++;
    int64_t until = now_ns() + patience;
    while (w->busy && now_ns() < until) wait_for_answers(w, until);
    for (int n = 0; n < w->count; n++) {
        Connection *c = &w->connections[n];
        if (c->is_busy && c->window >= 0) w->failures[c->kind].unanswered++;
    }
    return NULL;
}

// ---- results -----------------------------------------------------------------------------------------------------------

static void print_times(const char *name, const Histogram *h) {
    printf(
        "\"%s\": {\"count\": %llu, \"p50\": %.4f, \"p90\": %.4f, \"p99\": %.4f, \"p999\": %.4f, \"max\": %.4f}",
        name, (unsigned long long)h->count, milliseconds_at(h, .5), milliseconds_at(h, .9),
        milliseconds_at(h, .99), milliseconds_at(h, .999), (double)h->max / 1e6);
}

static Histogram sum;

static int report(Worker *workers) {
    Failures failed[KINDS] = {0};
    uint64_t done = 0, connects = 0, bad = 0;
    double busyness = 0;
    int64_t last = 0;
    for (int t = 0; t < asked.threads; t++) {
        Worker *w = &workers[t];
        for (int k = 0; k < KINDS; k++) {
            failed[k].refused += w->failures[k].refused;
            failed[k].broken += w->failures[k].broken;
            failed[k].unanswered += w->failures[k].unanswered;
        }
        done += w->done, connects += w->connects;
        busyness = fmax(busyness, w->busyness);
        if (w->last > last) last = w->last;
    }
    double took = asked.is_once ? (double)(last - workers[0].began) / 1e9 : asked.seconds;
    double rate = (double)done / took;
    // 0.4 %, and a margin for the random arrivals, which shrinks with the number of requests.
    double tolerance = asked.is_constant ? .004 : .004 + 4 / sqrt(asked.rate * asked.seconds + 1);
    bool kept_up = asked.rate == 0 || rate >= asked.rate * (1 - tolerance);
    printf(
        "{\"asked\": %.1f, \"rate\": %.1f, \"seconds\": %.3f, \"connections\": %d, \"connects\": %llu, \"kept_up\": %s, \"busyness\": %.3f, ",
        asked.rate, rate, took, asked.connections, (unsigned long long)connects,
        kept_up ? "true" : "false", busyness);
    for (int k = 0; k < KINDS; k++) {
        printf("\"failed_%s\": {\"refused\": %llu, \"broken\": %llu, \"unanswered\": %llu}, ",
               kinds[k], (unsigned long long)failed[k].refused,
               (unsigned long long)failed[k].broken, (unsigned long long)failed[k].unanswered);
        bad += failed[k].refused + failed[k].broken + failed[k].unanswered;
    }
    for (int t = 0; t < asked.threads; t++) add(&sum, &workers[t].late);
    print_times("late", &sum);
    printf(", \"windows\": [");
    for (int n = 0; n < asked.windows; n++) {
        printf("%s{", n ? ", " : "");
        for (int k = 0; k < KINDS; k++) {
            memset(&sum, 0, sizeof sum);
            for (int t = 0; t < asked.threads; t++) add(&sum, &workers[t].times[n][k]);
            print_times(kinds[k], &sum);
            printf("%s", k + 1 < KINDS ? ", " : "}");
        }
    }
    printf("]}\n");
    if (!kept_up)
        fprintf(stderr, "arrivals: %.0f a second were asked for and %.0f reached: %s\n", asked.rate,
                rate,
                busyness > .95 ? "this program had no more time; give it --threads"
                               : "all connections were waiting for answers");
    return bad ? 1 : kept_up ? 0 : 2;
}

static double number(const char *option, const char *text, double least) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least))
        stop(64, "%s wants a number of %g or more, not '%s'", option, least, text);
    return value;
}

static void understand(int count, char **words) {
    for (int n = 1; n < count; n++) {
        const char *option = words[n];
        if (!strcmp(option, "--help")) exit(fputs(usage_text, stdout) < 0);
        if (!strcmp(option, "--once")) {
            asked.is_once = true;
            continue;
        }
        if (++n == count) stop(64, "%s wants a value\n%s", option, usage_text);
        const char *value = words[n];
        if (!strcmp(option, "--port")) asked.port = (int)number(option, value, 1);
        else if (!strcmp(option, "--reads")) asked.of[READ] = read_requests(value);
        else if (!strcmp(option, "--writes")) asked.of[WRITE] = read_requests(value);
        else if (!strcmp(option, "--target")) asked.target = value;
        else if (!strcmp(option, "--share")) asked.share = number(option, value, 0);
        else if (!strcmp(option, "--rate")) asked.rate = number(option, value, 0);
        else if (!strcmp(option, "--seconds")) asked.seconds = number(option, value, .001);
        else if (!strcmp(option, "--warm-up")) asked.warm_up = number(option, value, 0);
        else if (!strcmp(option, "--start")) asked.start = number(option, value, 0);
        else if (!strcmp(option, "--patience")) asked.patience = number(option, value, 0);
        else if (!strcmp(option, "--connections"))
            asked.connections = (int)number(option, value, 1);
        else if (!strcmp(option, "--threads")) asked.threads = (int)number(option, value, 1);
        else if (!strcmp(option, "--seed")) asked.seed = (uint64_t)number(option, value, 0);
        else if (!strcmp(option, "--arrivals") && !strcmp(value, "constant"))
            asked.is_constant = true;
        else if (!strcmp(option, "--arrivals") && !strcmp(value, "poisson"))
            asked.is_constant = false;
        else if (!strcmp(option, "--cuts")) {
            for (const char *at = value; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
                if (asked.windows == 8) stop(64, "--cuts takes seven at most");
                asked.cuts[asked.windows++ - 1] = atof(at);
            }
        } else stop(64, "unknown: %s %s\n%s", option, value, usage_text);
    }
    if (asked.target) {
        char *text;
        int length = asprintf(&text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", asked.target);
        if (length < 0) stop(1, "no memory");
        asked.of[READ] = (Requests){malloc(sizeof(Request)), 1};
        asked.of[READ].all[0] = (Request){text, (size_t)length};
    }
    if (asked.is_once || !asked.of[READ].count) asked.share = 1;
    if (asked.share < 0) asked.share = asked.of[WRITE].count ? .2 : 0;
    bool is_right = asked.port && (asked.seconds > 0) != asked.is_once &&
                    (asked.share == 0 || asked.of[WRITE].count);
    if (!is_right || (asked.is_once && asked.rate) || asked.connections < asked.threads)
        stop(64, "this does not go together\n%s", usage_text);
}

int main(int count, char **words) {
    understand(count, words);
    // On a separate machine the generator would be on time, so it gets priority here, if permitted.
    (void)setpriority(PRIO_PROCESS, 0, -15);
    Worker *workers = calloc((size_t)asked.threads, sizeof *workers);
    if (!workers) stop(1, "no memory");
    for (int t = 0; t < asked.threads; t++) {
        Worker *w = &workers[t];
        w->number = t;
        w->epoll = epoll_create1(EPOLL_CLOEXEC);
        w->count = asked.connections / asked.threads + (t < asked.connections % asked.threads);
        w->connections = calloc((size_t)w->count, sizeof *w->connections);
        if (w->epoll < 0 || !w->connections) stop(1, "no memory or no descriptors");
        w->random = (asked.seed * 1000003 + (uint64_t)t + 1) * 0x9E3779B97F4A7C15ULL | 1;
        w->rate = asked.rate / asked.threads;
        for (int n = 0; n < w->count; n++) {
            w->connections[n].socket = -1;
            connect_anew(w, &w->connections[n]);
            free_up(w, &w->connections[n]);
        }
    }
    int64_t began = asked.start > 0 ? (int64_t)(asked.start * 1e9) : now_ns();
    pthread_t threads[asked.threads];
    for (int t = 0; t < asked.threads; t++) {
        Worker *w = &workers[t];
        w->began = w->due = began;
        w->measured = asked.is_once ? began : began + (int64_t)(asked.warm_up * 1e9);
        w->ends = asked.is_once ? INT64_MAX : w->measured + (int64_t)(asked.seconds * 1e9);
        if (asked.is_constant)
            w->due += (int64_t)(1e9 / asked.rate *
                                t); // Spread, so that threads do not send at the same time.
        if (pthread_create(&threads[t], NULL, work, w)) stop(1, "no thread");
    }
    for (int t = 0; t < asked.threads; t++) pthread_join(threads[t], NULL);
    return report(workers);
}
