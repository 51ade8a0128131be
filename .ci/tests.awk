# Reads the log of a run of the tests, and says at its end what failed, with what its issues say, what did not come to its end, and
# which tests took longest. `./dev test` prints it, and `./dev timings tests` the last part alone, with -v only=slowest.

function name_in(line) {
    # An argument may have a line's end in it, so that this comes after something else.
    sub(/^.*[^ ] Test /, "", line)
    sub(/ (passed|failed) after [0-9.]+ seconds.*$/, "", line)
    sub(/ started\.$/, "", line)
    sub(/ with [0-9]+ test cases?$/, "", line)
    return line
}

# A test that has ended, first: another one's argument may stand before it, cut off.
/[^ ] Test ("|[A-Za-z_0-9]+\().* (passed|failed) after [0-9.]+ seconds/ {
    in_issue = 0
    name = name_in($0)
    running[name]--
    seconds = $0
    sub(/^.* (passed|failed) after /, "", seconds)
    duration[++ended] = seconds + 0
    named[ended] = name
    next
}
/Test run with [0-9]+ test/ || /Test run started\./ || / Test case / { in_issue = 0; next }
# Of Swift Testing, and of XCTest. Not all of a value that fills pages.
/ recorded an issue / || /\.swift:[0-9]+: error: .* : / {
    in_issue = 1
    failures = failures "\n  " substr($0, 1, 2000)
    next
}
/ Test .* started\.$/ {
    in_issue = 0
    running[name_in($0)]++
    next
}
# What an issue says besides.
/↳/ || /^  / {
    if (in_issue) failures = failures "\n  " substr($0, 1, 2000)
    next
}
{ in_issue = 0 }

END {
    if (only == "") {
        if (failures != "") print "What failed:" failures "\n"
        for (name in running)
            if (running[name] > 0) unfinished = unfinished "\n  " name
        if (unfinished != "") print "What did not come to its end:" unfinished "\n"
    }
    print "The slowest tests, in seconds of the clock, with the others beside them:"
    for (place = 1; place <= 10 && place <= ended; place++) {
        slowest = 0
        for (i = 1; i <= ended; i++)
            if (!(i in printed) && (!slowest || duration[i] > duration[slowest])) slowest = i
        printed[slowest] = 1
        printf "  %7.1f  %s\n", duration[slowest], named[slowest]
    }
}
