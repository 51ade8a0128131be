// Links and the history.
