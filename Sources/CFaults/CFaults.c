#define _GNU_SOURCE

#include "CFaults.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static _Thread_local volatile elmwood_matter current;

/* A thread whose own stack is full has none for the handler. */
static _Thread_local char stack[32768];
static _Thread_local bool has_stack;

static volatile sig_atomic_t file = -1;

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { count = sizeof signals / sizeof signals[0] };
static struct sigaction former[count];

/* Does only what may be done at any moment of any thread. */
static void record(int signal, siginfo_t *information, void *context) {
    (void)context;
    int number = errno;
    /* What another process has sent is no fault of whichever thread gets it; an abort is sent by itself. */
    bool is_sent = information->si_code <= 0;
    elmwood_matter matter = {current.high, current.low};
    if ((matter.high | matter.low) != 0 && (!is_sent || signal == SIGABRT)) {
        ssize_t written = write(file, &matter, sizeof matter);
        (void)written;
    }
    for (int place = 0; place < count; place++) {
        if (signals[place] == signal) sigaction(signal, &former[place], NULL);
    }
    /* A fault happens again when this returns, and is handled as it was before. */
    if (is_sent) raise(signal);
    errno = number;
}

void elmwood_record_faults(int descriptor) {
    bool is_first = file < 0;
    file = descriptor;
    if (!is_first) return;
    for (int place = 0; place < count; place++) {
        struct sigaction action = {0};
        action.sa_sigaction = record;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(signals[place], &action, &former[place]);
    }
}

elmwood_matter elmwood_exchange_matter(elmwood_matter matter) {
    if (!has_stack) {
        has_stack = true;
        stack_t known;
        /* One that somebody else has given to the thread is left. */
        if (sigaltstack(NULL, &known) == 0 && (known.ss_flags & SS_DISABLE)) {
            stack_t own = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
            sigaltstack(&own, NULL);
        }
    }
    elmwood_matter former_matter = {current.high, current.low};
    current.high = matter.high;
    current.low = matter.low;
    return former_matter;
}
