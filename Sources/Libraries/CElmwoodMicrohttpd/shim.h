#ifndef ELMWOOD_CMICROHTTPD_SHIM_H
#define ELMWOOD_CMICROHTTPD_SHIM_H

/* Functions that Swift cannot call directly: those with variable arguments, and those of headers that its C library's
   module leaves out. */

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

struct elmwood_daemon_options {
    unsigned flags;
    int listen_socket;
    size_t connection_memory;
    unsigned connection_limit;
    int strictness;
    const char *tls_certificate;
    const char *tls_key;
    void *context;
    MHD_AccessHandlerCallback handler;
    void *(*request_line)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection_changed;
    MHD_LogCallback log;
};

static inline struct MHD_Daemon *elmwood_start_daemon(const struct elmwood_daemon_options *options)
{
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *) options->tls_certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *) options->tls_key},
        /* RFC 8996 forbids versions before TLS 1.2. Of its ciphers only those with authenticated encryption are recommended (RFC 9325
           §4.2); those in CBC mode have been broken again and again. */
        {MHD_OPTION_HTTPS_PRIORITIES, 0,
         (void *) "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"
                  ":-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        options->flags, 0, NULL, NULL, options->handler, options->context,
        MHD_OPTION_EXTERNAL_LOGGER, options->log, options->context,
        MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_STRICT_FOR_CLIENT, options->strictness,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_URI_LOG_CALLBACK, options->request_line, options->context,
        MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->context,
        MHD_OPTION_ARRAY, options->tls_certificate ? tls : none,
        MHD_OPTION_END);
}

static inline int elmwood_daemon_epoll(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline int elmwood_connection_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *elmwood_connection_address(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *elmwood_connection_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Returns the length of the request's head in bytes, including the empty line; 0 before it has arrived. */
static inline size_t elmwood_head_length(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/* Makes a response of unknown length end with its connection instead of being sent in chunks. */
static inline void elmwood_forbid_chunks(struct MHD_Response *response)
{
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

static inline ssize_t elmwood_read_nothing(void *context, uint64_t position, char *buffer, size_t size)
{
    (void) context, (void) position, (void) buffer, (void) size;
    return MHD_CONTENT_READER_END_OF_STREAM;
}

/* Creates a response whose head says nothing of its length: for 304, of which the library would say that it is 0. Before version 1.0.0 it
   can only be one of unknown length, after which the connection is closed. */
static inline struct MHD_Response *elmwood_response_without_length(bool is_old)
{
    struct MHD_Response *response = is_old
        ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16, elmwood_read_nothing, NULL, NULL)
        : MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return NULL;
    /* MHD_RF_HEAD_ONLY_RESPONSE, which the header of an older version does not name. */
    const int head_only = 1 << 4;
    MHD_set_response_options(
        response, is_old ? MHD_RF_HTTP_1_0_COMPATIBLE_STRICT : (enum MHD_ResponseFlags) head_only, MHD_RO_END);
    return response;
}

/* Makes a socket send its bytes at once, buffer at most `unsent` unsent bytes, and fail if sent bytes are not acknowledged
   within a time in milliseconds. */
static inline void elmwood_configure_stream(int descriptor, unsigned unsent, unsigned acknowledgement_time)
{
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &acknowledgement_time, sizeof acknowledgement_time);
}

/* Gets the number of bytes that the client has acknowledged since the connection began. Returns false if the socket is not one
   of TCP. */
static inline bool elmwood_acknowledged_bytes(int descriptor, uint64_t *count)
{
    /* The C library's own structure ends before this member (Linux 4.1). */
    struct {
        struct tcp_info first;
        uint64_t pacing_rate, max_pacing_rate, bytes_acked;
    } info;
    socklen_t size = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || size < sizeof info) return false;
    *count = info.bytes_acked;
    return true;
}

#endif
