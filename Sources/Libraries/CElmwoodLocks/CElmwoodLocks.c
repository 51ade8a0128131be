#include "CElmwoodLocks.h"

static _Thread_local uint8_t innermost;

uint8_t elmwood_exchange_innermost_lock(uint8_t place) {
    uint8_t outer = innermost;
    innermost = place;
    return outer;
}
