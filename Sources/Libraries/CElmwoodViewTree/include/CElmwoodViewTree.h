#ifndef CELMWOOD_VIEWTREE_H
#define CELMWOOD_VIEWTREE_H

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The current render of this thread, or null. Swift has no thread-local variable without the cost of a lookup, and each
   element function finds its arena through this one. */
extern _Thread_local void *_Nullable elmwood_current_render_storage;

static inline void *_Nullable elmwood_current_render(void) {
    return elmwood_current_render_storage;
}

static inline void elmwood_set_current_render(void *_Nullable render) {
    elmwood_current_render_storage = render;
}

/* Whether both have the same bytes. The C library compares 32 at a time; Swift has no such function. */
static inline bool elmwood_are_equal(const void *_Nonnull left, const void *_Nonnull right, size_t size) {
    return memcmp(left, right, size) == 0;
}

/* Returns the first occurrence of the part in the bytes, or null. Swift has no such function that reads more than one byte
   at a time. */
const void *_Nullable elmwood_find(
    const void *_Nonnull bytes, size_t size, const void *_Nonnull part, size_t part_size);

/* Returns all free memory to the system. By itself the C library retains free memory below memory that is still in use.
   Swift's module of the C library lacks this function. */
static inline void elmwood_give_back_free_memory(void) {
    malloc_trim(0);
}

#endif
