#ifndef ELMWOOD_CZLIB_H
#define ELMWOOD_CZLIB_H

#include <string.h>
#include <zlib.h>

/* Compresses bytes in the gzip format, at the highest level. Returns the size of the output, or 0 if it does not fit. */
static inline size_t elmwood_gzip(const unsigned char *bytes, size_t count, unsigned char *output, size_t room)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    /* 15 is the largest window; adding 16 requests gzip's header. */
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *) bytes;
    stream.avail_in = (uInt) count;
    stream.next_out = output;
    stream.avail_out = (uInt) room;
    int result = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}

#endif
