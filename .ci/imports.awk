# Finds files that import a target of the package which their own target does not depend on: whether it is built before them is
# chance. The first argument has a line for each folder: its target (a hyphen, if it belongs to none), the folder, and the targets that
# this one depends on; the others are the Swift files.
FNR == NR {
    folder[$2] = $1
    for (i = 3; i <= NF; i++) depends[$1, $i] = 1
    targets[$1]
    next
}
FNR == 1 {
    target = ""
    path = FILENAME
    while (target == "" && sub(/\/[^\/]*$/, "", path)) target = folder[path]
}
target != "-" && /^((@[a-z_A-Z]+|public|package|internal|private) )*import / {
    for (i = 1; $i != "import"; i++) {}
    name = $(i + 1) ~ /^(struct|class|enum|protocol|func|typealias|var|let)$/ ? $(i + 2) : $(i + 1)
    sub(/\..*/, "", name)
    if (name != target && name in targets && !reaches(target, name)) {
        print FILENAME ":" FNR ": " target " imports " name ", which it does not depend on (Package.swift)"
        status = 1
    }
}
# Whether a target depends on another, or one that it depends on does.
function reaches(from, to, middle) {
    if ((from, to) in known) return known[from, to]
    known[from, to] = 0
    if ((from, to) in depends) return known[from, to] = 1
    for (middle in targets)
        if ((from, middle) in depends && reaches(middle, to)) return known[from, to] = 1
    return 0
}
END { exit status }
