import ElmwoodSQL

/// What the database has been given, from the first version on. A change is a new one at the end; those that were applied stay as they are.
let migrations = [
    //: list
    //: if sql
    Migration("create notes", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"),
    //: end
    //: if accounts
    Migration(
        "create accounts",
        "CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL)"
    ),
    //: end
    //: end
]
