/* The base of the benchmarks: the least work with which a C program over libmicrohttpd can send given bytes.

   It reads one recorded HTTP response from a file, and answers every request with the same status, the same header
   lines (except those that the library writes itself: Date, Content-Length, Connection) and the same body. Each request
   gets a new response object with its own header lines, as in a server whose pages differ.

   Usage: BareServer PORT THREADS RESPONSE-FILE [pool|external]

   pool       one internal epoll thread of the library for each of THREADS (the default, and the cheapest way)
   external   one loop of the program for each of THREADS with a daemon of its own, on a shared port */

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { most_headers = 64, connection_memory = 16 * 1024 };

struct header {
    char *name;
    char *value;
};

/* Written once before the first thread starts, and only read after that. */
static unsigned int status;
static struct header headers[most_headers];
static int header_count;
static char *body;
static size_t body_size;

static void fail(const char *sentence) {
    fprintf(stderr, "BareServer: %s\n", sentence);
    exit(1);
}

/* Reads the recorded response: status line, header lines, an empty line, the body. */
static void read_response(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail("the response file cannot be read.");
    long size = ftell(file);
    if (size < 0) fail("the response file cannot be read.");
    rewind(file);
    char *bytes = malloc((size_t) size + 1);
    if (bytes == NULL || fread(bytes, 1, (size_t) size, file) != (size_t) size) fail("the response file is cut short.");
    fclose(file);
    bytes[size] = 0;

    char *end = strstr(bytes, "\r\n\r\n");
    if (end == NULL) fail("the response has no end of its head.");
    body = end + 4;
    body_size = (size_t) (bytes + size - body);
    end[2] = 0;
    if (sscanf(bytes, "HTTP/1.1 %u", &status) != 1) fail("the response has no status line.");

    char *line = strstr(bytes, "\r\n") + 2;
    while (*line != 0) {
        char *next = strstr(line, "\r\n");
        char *colon = strchr(line, ':');
        if (next == NULL || colon == NULL || colon > next) fail("a header line has no colon.");
        *next = 0;
        *colon = 0;
        char *value = colon + 1;
        while (*value == ' ') value++;
        if (strcasecmp(line, "Date") != 0 && strcasecmp(line, "Content-Length") != 0 &&
            strcasecmp(line, "Connection") != 0) {
            if (header_count == most_headers) fail("the response has too many header lines.");
            headers[header_count].name = line;
            headers[header_count].value = value;
            header_count++;
        }
        line = next + 2;
    }
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **request
) {
    (void) context, (void) url, (void) method, (void) version, (void) upload, (void) upload_size;
    /* The first call of a request has only its head. The library closes a connection that is answered there. */
    if (*request == NULL) {
        *request = &status;
        return MHD_YES;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(body_size, body, MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return MHD_NO;
    for (int index = 0; index < header_count; index++) {
        if (MHD_add_response_header(response, headers[index].name, headers[index].value) != MHD_YES) {
            MHD_destroy_response(response);
            return MHD_NO;
        }
    }
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* One external loop: it waits for the daemon's epoll descriptor, and runs the daemon. */
static void *run_loop(void *argument) {
    struct MHD_Daemon *daemon = argument;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    if (info == NULL) fail("the daemon has no epoll descriptor.");
    int outer = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    if (outer < 0 || epoll_ctl(outer, EPOLL_CTL_ADD, info->epoll_fd, &event) != 0) fail("epoll is refused.");
    for (;;) {
        MHD_UNSIGNED_LONG_LONG timeout;
        int wait = MHD_get_timeout(daemon, &timeout) == MHD_YES ? (timeout > 1000 ? 1000 : (int) timeout) : 1000;
        if (wait > 0 && epoll_wait(outer, &event, 1, wait) < 0 && errno != EINTR) fail("epoll_wait fails.");
        if (MHD_run(daemon) != MHD_YES) fail("the daemon does not run.");
    }
    return NULL;
}

static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static void start_pool(int port, int threads) {
    struct sockaddr_in address = loopback(port);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, (uint16_t) port, NULL, NULL, answer, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) connection_memory,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *) &address,
        /* A pool of one is the daemon's own thread: then the option must be left out. */
        threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (unsigned int) threads,
        MHD_OPTION_END);
    if (daemon == NULL) fail("the port cannot be listened to.");
}

static void start_loops(int port, int threads) {
    for (int index = 0; index < threads; index++) {
        struct sockaddr_in address = loopback(port);
        struct MHD_Daemon *daemon = MHD_start_daemon(
            MHD_USE_EPOLL, (uint16_t) port, NULL, NULL, answer, NULL,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) connection_memory,
            MHD_OPTION_SOCK_ADDR, (struct sockaddr *) &address,
            MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u,
            MHD_OPTION_END);
        pthread_t thread;
        if (daemon == NULL || pthread_create(&thread, NULL, run_loop, daemon) != 0) {
            fail("the port cannot be listened to.");
        }
    }
}

int main(int count, char **arguments) {
    if (count < 4) fail("usage: BareServer PORT THREADS RESPONSE-FILE [pool|external]");
    int port = atoi(arguments[1]);
    int threads = atoi(arguments[2]);
    if (port <= 0 || port > 65535 || threads <= 0 || threads > 256) fail("the port or the number of threads is wrong.");
    read_response(arguments[3]);
    signal(SIGPIPE, SIG_IGN);
    if (count > 4 && strcmp(arguments[4], "external") == 0) {
        start_loops(port, threads);
    } else {
        start_pool(port, threads);
    }
    /* SIGTERM ends the process: there is nothing to finish. */
    for (;;) pause();
}
