#ifndef CELMWOOD_LOCKS_H
#define CELMWOOD_LOCKS_H

#include <stdint.h>

/* Sets the rank, in the order of locks, of the innermost lock that this thread holds: 0 if it holds none. Returns the former
   rank. */
uint8_t elmwood_exchange_innermost_lock(uint8_t place);

#endif
