#ifndef ELMWOOD_CREFUSALS_H
#define ELMWOOD_CREFUSALS_H

/* Some requests libmicrohttpd refuses itself, before a handler sees them: with a page and a head of its own, to which nothing can be
   added. This replaces them. */

struct MHD_Connection;
struct MHD_Response;

/* Called when the library refuses a request with a status. It returns the response that is sent instead, which belongs to the
   caller, or NULL for the library's own. */
typedef struct MHD_Response *(*elmwood_refusal)(struct MHD_Connection *connection, unsigned status);

/* Lets a function replace the library's refusals on this thread; NULL for none. */
void elmwood_replace_refusals(elmwood_refusal function);

/* Does what MHD_queue_response does: for responses that are no refusal of the library. Returns 0 if it fails. */
int elmwood_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

#endif
