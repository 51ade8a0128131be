# Finds rooms of ElmwoodSessions that name types of rooms which the table of its README does not allow them. The arguments are the README,
# and all files twice: for the types that each room declares, and for those that it names.
function room(file) {
    sub(/.*ElmwoodSessions\//, "", file)
    return substr(file, 1, index(file, "/") - 1)
}
FILENAME ~ /README/ {
    if (/^\| room \|/) inTable = 1
    else if (inTable && !/^\|/) inTable = 0
    if (inTable && split($0, cells, / *\| */) >= 4) {
        gsub(/[`*]/, "", cells[2])
        gsub(/[`,]/, " ", cells[3])
        all[cells[2]] = 1
        count = split(cells[3], names, / +/)
        for (i = 1; i <= count; i++) allowed[cells[2], names[i]] = 1
    }
    next
}
FNR == 1 { seen[FILENAME]++ }
seen[FILENAME] == 1 {
    if (match($0, /^(final |indirect |private |fileprivate |package |public )*(struct|class|enum|protocol|typealias) [A-Z][A-Za-z0-9]*/)) {
        name = substr($0, RSTART, RLENGTH)
        if (name ~ /private|fileprivate/) next
        sub(/.* /, "", name)
        home[name] = room(FILENAME)
    }
    next
}
{
    line = $0
    gsub(/"([^"\\]|\\.)*"/, "", line)
    sub(/\/\/.*/, "", line)
    own = room(FILENAME)
    while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (!(name in home) || home[name] == own) continue
        used[own, home[name]] = used[own, home[name]] " " name
        if (all[own] && !allowed[own, home[name]] && !told[FILENAME, name]++) {
            printf "%s:%d: %s of the room %s, which %s may not name\n", FILENAME, FNR, name, home[name], own
            found = 1
        }
    }
}
END {
    for (pair in allowed) {
        split(pair, two, SUBSEP)
        if (two[1] < two[2] && two[1] != "Core" && two[2] != "Core" && allowed[two[2], two[1]]) {
            printf "The table lets %s and %s name each other.\n", two[1], two[2]
            found = 1
        }
    }
    if (matrix) for (pair in used) { split(pair, two, SUBSEP); print two[1], two[2] used[pair] }
    exit found
}
