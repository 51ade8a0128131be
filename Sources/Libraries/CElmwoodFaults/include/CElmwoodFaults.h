#ifndef CELMWOOD_FAULTS_H
#define CELMWOOD_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* Identifies a thread's current work, in 128 bits; none if both are 0. */
typedef struct {
    uint64_t high;
    uint64_t low;
} elmwood_fault_key;

/* Two keys for the same work: the next process may encounter it under either. The second may be none. */
typedef struct {
    elmwood_fault_key first;
    elmwood_fault_key second;
} elmwood_fault_keys;

/* Records faults from now on: if a fault of a thread ends the process (a trap, an abort), that thread's keys are appended
   to the file of that descriptor, 16 bytes each. The former handler of the signal runs after that. */
void elmwood_record_faults(int descriptor);

/* What is sent to a socket if a fault of a thread ends the process. Nothing if the size is 0. */
typedef struct {
    const void *bytes;
    size_t size;
    int socket;
} elmwood_fault_answer;

/* Sets the answer of this thread; the bytes have to remain. */
void elmwood_set_fault_answer(elmwood_fault_answer answer);

/* Sets the keys of this thread, and returns the former ones. */
elmwood_fault_keys elmwood_exchange_fault_keys(elmwood_fault_keys matters);

#endif
