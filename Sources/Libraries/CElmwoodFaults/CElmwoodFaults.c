#define _GNU_SOURCE

#include "CElmwoodFaults.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static _Thread_local volatile elmwood_fault_keys current;
static _Thread_local volatile elmwood_fault_answer answer;

/* The handler's stack: a thread whose own stack has overflowed has no room for it. */
static _Thread_local char stack[32768];
static _Thread_local bool has_stack;

static volatile sig_atomic_t file = -1;

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { count = sizeof signals / sizeof signals[0] };
static struct sigaction former[count];

/* The signal handler. It calls async-signal-safe functions only. */
static void record(int signal, siginfo_t *information, void *context) {
    (void)context;
    int number = errno;
    /* A signal from another process is not a fault of the thread that receives it; an abort is sent by the process itself. */
    bool is_sent = information->si_code <= 0;
    elmwood_fault_key matters[2] = {
        {current.first.high, current.first.low}, {current.second.high, current.second.low}
    };
    for (int place = 0; place < 2; place++) {
        if ((matters[place].high | matters[place].low) != 0 && (!is_sent || signal == SIGABRT)) {
            ssize_t written = write(file, &matters[place], sizeof matters[place]);
            (void)written;
        }
    }
    if (answer.size > 0 && (!is_sent || signal == SIGABRT)) {
        /* The client of a request that cannot be answered any more. It does not wait for a client who reads nothing. */
        ssize_t sent = send(answer.socket, answer.bytes, answer.size, MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)sent;
        shutdown(answer.socket, SHUT_WR);
    }
    for (int place = 0; place < count; place++) {
        if (signals[place] == signal) sigaction(signal, &former[place], NULL);
    }
    /* A fault happens again when this returns, and then the former handler handles it. */
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

void elmwood_set_fault_answer(elmwood_fault_answer other) {
    answer.size = 0;
    answer.bytes = other.bytes;
    answer.socket = other.socket;
    answer.size = other.size;
}

elmwood_fault_keys elmwood_exchange_fault_keys(elmwood_fault_keys matters) {
    if (!has_stack) {
        has_stack = true;
        stack_t known;
        /* A stack that other code has set for the thread is left in place. */
        if (sigaltstack(NULL, &known) == 0 && (known.ss_flags & SS_DISABLE)) {
            stack_t own = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
            sigaltstack(&own, NULL);
        }
    }
    elmwood_fault_keys former_matters = {
        {current.first.high, current.first.low}, {current.second.high, current.second.low}
    };
    current.first.high = matters.first.high;
    current.first.low = matters.first.low;
    current.second.high = matters.second.high;
    current.second.low = matters.second.low;
    return former_matters;
}
