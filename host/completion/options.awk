# Reads the --help of a command: its options, one a line, as "--name<TAB>ARGUMENT<TAB>what it does".
# SPDX-License-Identifier: MIT
#
# A short option has a line of its own. ARGUMENT is empty where the option takes none, and
# [in brackets] where it may be left out.
function flush(    i) {
    for (i = 1; i <= count; i++)
        printf "%s\t%s\t%s\n", name[i], argument, text
    count = 0
}
function option(word,    at) {
    sub(/\[=/, "=[", word)
    at = index(word, "=")
    name[++count] = at ? substr(word, 1, at - 1) : word
    if (at)
        argument = substr(word, at + 1)
}
# What stands below the list, an example for one, is no option.
listed && /^$/ { exit }
match($0, /[^ ]/) && RSTART < 20 && /^ +-/ {
    listed = 1
    flush()
    argument = text = ""
    for (i = 1; i <= NF && $i ~ /^-/; i++) {
        last = $i !~ /,$/
        sub(/,$/, "", $i)
        option($i)
        if (last) {
            i++
            break
        }
    }
    for (; i <= NF; i++)
        text = text (text == "" ? "" : " ") $i
    next
}
count && match($0, /[^ ]/) && RSTART > 20 {
    sub(/^ +/, "")
    text = text (text == "" ? "" : " ") $0
    next
}
{ flush() }
END { flush() }
