# Finds places other than the known ones where the model or the version of a session is set: with turns and without a message, with a row that
# was loaded, with a moment of a history. `SessionCore.State.publish` alone sets them, since their setters are private to its file.
/^ *\/\// { next }
FILENAME ~ /Core\/SessionCore\.swift$/ && /private\(set\) var (version|model)[: ]/ { guarded++ }
/[^a-zA-Z]publish\(/ && !/func publish\(/ && FILENAME !~ /Core\/SessionCore\.swift$|Core\/SessionTurn\+Transact\.swift$|Development\/SessionTurn\+TimeTravel\.swift$|Nodes\/SessionCore\+Adopting\.swift$|Persistence\/SessionCore\+Stored\.swift$/ {
    printf "%s:%d: sets the model or the version of a session beside a transaction: %s\n", FILENAME, FNR, $0
    found = 1
}
END {
    if (guarded != 2) { print "The model and the version of a session can be set outside of SessionCore.swift."; found = 1 }
    exit found
}
