#define _GNU_SOURCE
#include "CElmwoodRefusals.h"
#include <dlfcn.h>
#include <stddef.h>

/* The library has no callback for its refusals. But it passes them to its own public function MHD_queue_response, and a shared
   library calls its public functions by the dynamic linker's table, where a definition of the program comes first. So the function
   below is called in place of the library's, and calls that.

   It is weak: in a program that contains the library (a static one), the library's own definition applies, and refusals are the
   library's. */

extern void MHD_destroy_response(struct MHD_Response *response);
int MHD_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

static _Thread_local elmwood_refusal replacement = NULL;

void elmwood_replace_refusals(elmwood_refusal function) { replacement = function; }

typedef int (*queue_response)(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

static queue_response library_function(void)
{
    /* Several threads may look it up at once: they find the same. */
    static queue_response known = NULL;
    queue_response found = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = (queue_response) dlsym(RTLD_NEXT, "MHD_queue_response");
        if (found == NULL) found = MHD_queue_response;
        __atomic_store_n(&known, found, __ATOMIC_RELAXED);
    }
    return found;
}

int elmwood_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
    return library_function()(connection, status, response);
}

__attribute__((weak, visibility("default")))
int MHD_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
    struct MHD_Response *other = replacement == NULL ? NULL : replacement(connection, status);
    if (other == NULL) return elmwood_queue_response(connection, status, response);
    int result = elmwood_queue_response(connection, status, other);
    MHD_destroy_response(other);
    return result;
}
