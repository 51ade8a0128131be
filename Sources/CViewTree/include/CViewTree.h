#ifndef ELMWOOD_CVIEWTREE_H
#define ELMWOOD_CVIEWTREE_H

/* The render that is going on on this thread, or null. Swift has no thread-local variable of its own that costs
   no lookup, and an element function finds its arena through this one, once for each element. */
extern _Thread_local void *_Nullable elmwood_current_render_storage;

static inline void *_Nullable elmwood_current_render(void) {
    return elmwood_current_render_storage;
}

static inline void elmwood_set_current_render(void *_Nullable render) {
    elmwood_current_render_storage = render;
}

#endif
