#ifndef ELMWOOD_CZLIB_H
#define ELMWOOD_CZLIB_H

#include <stdlib.h>
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

/* Makes a state that compresses one content after the other in the gzip format. Returns NULL if memory is exhausted. */
static inline z_stream *elmwood_make_gzip(int level)
{
    z_stream *stream = (z_stream *) calloc(1, sizeof *stream);
    if (stream && deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static inline void elmwood_free_gzip(z_stream *stream)
{
    deflateEnd(stream);
    free(stream);
}

/* Begins with another content, whose bytes must remain until all of it has been written. */
static inline void elmwood_begin_gzip(z_stream *stream, const unsigned char *bytes, unsigned count)
{
    deflateReset(stream);
    stream->next_in = (unsigned char *) bytes;
    stream->avail_in = count;
}

/* Writes the next bytes. Returns their number: less than there is room for if they are the last. */
static inline unsigned elmwood_write_gzip(z_stream *stream, unsigned char *output, unsigned room)
{
    stream->next_out = output;
    stream->avail_out = room;
    deflate(stream, Z_FINISH);
    return room - stream->avail_out;
}

/* Returns the content of a gzip format, or -1 if it is none, or does not fit. */
static inline long elmwood_gunzip(const unsigned char *bytes, unsigned count, unsigned char *output, unsigned room)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return -1;
    stream.next_in = (unsigned char *) bytes;
    stream.avail_in = count;
    stream.next_out = output;
    stream.avail_out = room;
    int result = inflate(&stream, Z_FINISH);
    long written = (long) stream.total_out;
    int is_whole = stream.avail_in == 0;
    inflateEnd(&stream);
    return result == Z_STREAM_END && is_whole ? written : -1;
}

#endif
