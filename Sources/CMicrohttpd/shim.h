#ifndef ELMWOOD_CMICROHTTPD_SHIM_H
#define ELMWOOD_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#endif
