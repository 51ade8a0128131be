#pragma once

#include <libpq-fe.h>

// PG_DIAG_… are characters, which Swift imports as such: the fields of an error that are read.
static const int elmwood_diagnostic_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int elmwood_diagnostic_state = PG_DIAG_SQLSTATE;
static const int elmwood_diagnostic_message = PG_DIAG_MESSAGE_PRIMARY;
static const int elmwood_diagnostic_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int elmwood_diagnostic_function = PG_DIAG_SOURCE_FUNCTION;
