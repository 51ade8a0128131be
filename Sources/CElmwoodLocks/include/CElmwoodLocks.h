#ifndef CELMWOOD_LOCKS_H
#define CELMWOOD_LOCKS_H

#include <stdint.h>

/* Notes the place, in the order of locks, of the innermost lock that this thread holds: 0 where it holds none. Answers with what
   was noted before. */
uint8_t elmwood_exchange_innermost_lock(uint8_t place);

#endif
