#ifndef CELMWOOD_FAULTS_H
#define CELMWOOD_FAULTS_H

#include <stdint.h>

/* What a thread is about, in 128 bits; nothing where both are 0. */
typedef struct {
    uint64_t high;
    uint64_t low;
} elmwood_matter;

/* The same under two names: the next process may meet it under either. The second may be nothing. */
typedef struct {
    elmwood_matter first;
    elmwood_matter second;
} elmwood_matters;

/* From now on, where a fault of a thread ends the process (a trap, an abort), what that thread is about is appended to
   the file of that descriptor, in 16 bytes for each name. What was to happen at the signal happens after that. */
void elmwood_record_faults(int descriptor);

/* Says what this thread is about from now on. Answers with what it was about before. */
elmwood_matters elmwood_exchange_matters(elmwood_matters matters);

#endif
