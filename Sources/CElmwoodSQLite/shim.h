#pragma once

#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT is a cast, which Swift does not import: these functions bind a value that the library copies at once.

static inline int elmwood_bind_text(sqlite3_stmt *statement, int place, const char *text, size_t count) {
    return sqlite3_bind_text64(statement, place, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int elmwood_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, size_t count) {
    // A null pointer would bind NULL, not an empty value.
    return sqlite3_bind_blob64(statement, place, bytes == NULL ? "" : bytes, count, SQLITE_TRANSIENT);
}
