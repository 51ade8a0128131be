#ifndef ELMWOOD_CFAULTS_H
#define ELMWOOD_CFAULTS_H

#include <stdint.h>

/* What a thread is about, in 128 bits; nothing where both are 0. */
typedef struct {
    uint64_t high;
    uint64_t low;
} elmwood_matter;

/* From now on, where a fault of a thread ends the process (a trap, an abort), what that thread is about is appended to
   the file of that descriptor, in 16 bytes. What was to happen at the signal happens after that. */
void elmwood_record_faults(int descriptor);

/* Says what this thread is about from now on. Answers with what it was about before. */
elmwood_matter elmwood_exchange_matter(elmwood_matter matter);

#endif
