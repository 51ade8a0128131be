#ifndef CELMWOOD_FAULTS_H
#define CELMWOOD_FAULTS_H

#include <stdint.h>

/* What a thread is about, in 128 bits; nothing where both are 0. */
typedef struct {
    uint64_t high;
    uint64_t low;
} elmwood_fault_key;

/* The same under two names: the next process may meet it under either. The second may be nothing. */
typedef struct {
    elmwood_fault_key first;
    elmwood_fault_key second;
} elmwood_fault_keys;

/* From now on, where a fault of a thread ends the process (a trap, an abort), what that thread is about is appended to
   the file of that descriptor, in 16 bytes for each name. What was to happen at the signal happens after that. */
void elmwood_record_faults(int descriptor);

/* Says what this thread is about from now on. Answers with what it was about before. */
elmwood_fault_keys elmwood_exchange_fault_keys(elmwood_fault_keys matters);

#endif
