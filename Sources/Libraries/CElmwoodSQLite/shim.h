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

static inline void elmwood_result_blob(sqlite3_context *context, const void *bytes, size_t count) {
    sqlite3_result_blob64(context, bytes == NULL ? "" : bytes, count, SQLITE_TRANSIENT);
}

// sqlite3_db_config takes a variable number of arguments, which Swift does not import: a name in double quotes that is no column's is
// an error on this connection, and not a text.
static inline int elmwood_refuse_quoted_texts(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *) NULL);
    return result == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *) NULL) : result;
}

// Results that are computed by macros, which Swift does not import.
static const int elmwood_constraint_check = SQLITE_CONSTRAINT_CHECK;
static const int elmwood_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int elmwood_constraint_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int elmwood_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int elmwood_constraint_rowid = SQLITE_CONSTRAINT_ROWID;
static const int elmwood_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int elmwood_error_missing_collation = SQLITE_ERROR_MISSING_COLLSEQ;
