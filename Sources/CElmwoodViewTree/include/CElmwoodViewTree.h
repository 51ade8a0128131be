#ifndef CELMWOOD_VIEWTREE_H
#define CELMWOOD_VIEWTREE_H

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The render that is going on on this thread, or null. Swift has no thread-local variable of its own that costs
   no lookup, and an element function finds its arena through this one, once for each element. */
extern _Thread_local void *_Nullable elmwood_current_render_storage;

static inline void *_Nullable elmwood_current_render(void) {
    return elmwood_current_render_storage;
}

static inline void elmwood_set_current_render(void *_Nullable render) {
    elmwood_current_render_storage = render;
}

/* Whether both are the same bytes. The C library compares 32 at a time; Swift has no function for it. */
static inline bool elmwood_are_equal(const void *_Nonnull left, const void *_Nonnull right, size_t size) {
    return memcmp(left, right, size) == 0;
}

/* Where those bytes are first found among others, or null. Swift has no function for it that reads more than one byte
   at a time. */
const void *_Nullable elmwood_find(
    const void *_Nonnull bytes, size_t size, const void *_Nonnull part, size_t part_size);

/* Gives memory that is free back to the system, wherever it lies. The C library keeps it else where anything that is
   still used lies above it. Not in Swift's module of the C library. */
static inline void elmwood_give_back_free_memory(void) {
    malloc_trim(0);
}

#endif
