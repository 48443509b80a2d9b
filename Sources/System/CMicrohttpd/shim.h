#pragma once
#include <stddef.h>
#include <stdint.h>
#include <microhttpd.h>

/* A GNU function that Swift's view of glibc does not show: finds bytes in bytes, in linear time. */
void *memmem(const void *haystack, size_t haystack_size, const void *needle, size_t needle_size);

/* What a server is started with. `MHD_start_daemon` is variadic, which Swift cannot call. */
struct mhd_setup {
    int listener; /* bound and listening; closed by whoever made it */
    unsigned threads;
    unsigned connections;
    unsigned idle_seconds;
    size_t connection_memory; /* bounds the head of a request */
    MHD_AccessHandlerCallback on_access;
    MHD_RequestCompletedCallback on_completed;
    MHD_NotifyConnectionCallback on_connection;
    void *(*on_target)(void *context, const char *target, struct MHD_Connection *connection);
    void *context;
};

/* Keeps percent escapes as they came: `%00` would cut the path short. */
static inline size_t mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text)
{
    size_t length = 0;
    (void)context;
    (void)connection;
    while (text[length]) length++;
    return length;
}

static inline struct MHD_Daemon *mhd_start(const struct mhd_setup *setup)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, setup->on_access, setup->context,
        MHD_OPTION_LISTEN_SOCKET, setup->listener,
        MHD_OPTION_NOTIFY_COMPLETED, setup->on_completed, setup->context,
        MHD_OPTION_NOTIFY_CONNECTION, setup->on_connection, setup->context,
        MHD_OPTION_URI_LOG_CALLBACK, setup->on_target, setup->context,
        MHD_OPTION_UNESCAPE_CALLBACK, mhd_keep_escapes, NULL,
        MHD_OPTION_THREAD_POOL_SIZE, setup->threads,
        MHD_OPTION_CONNECTION_LIMIT, setup->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, setup->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_END);
}

/* `MHD_get_connection_info` is variadic too. */
static inline void *mhd_socket_context(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static inline int mhd_socket(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline const struct sockaddr *mhd_client_address(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}
