# Finds comparisons and tables of strings where texts from outside are, which Swift compares by canonical equivalence: `ReceivedText` and
# `hasBytes(of:)` compare them by their bytes. A line that is about the app's own texts says so in a comment with the word "own".
FNR == 1 { former = "" }
/^ *\/\/\// { former = $0; next }
{
    isFound = /\[String: |Set<String>|Set\(\[?\$0\.(name|value|text)|\.(name|value|text|key|path|topic) [=!]= [a-z$]|[=!]= [a-z$0]+\.(name|value|text|key|path|topic)([^A-Za-z]|$)/
    if (isFound && $0 !~ /= \[:\],$|nil|utf8|\.count|\/\/ .*own/ && former !~ /\/\/.*own/) {
        printf "%s:%d: compares texts as strings: %s\n", FILENAME, FNR, $0
        found = 1
    }
    former = $0
}
END { exit found }
