#!/bin/sh
# Every command has a man page whose options are those of --help, and every page has a command.
# SPDX-License-Identifier: MIT
#
# pages.sh TAILCHAIN PAGES OPTIONS.AWK
set -eu
tailchain=$1 pages=$2 options=$3
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

"$tailchain" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/tailchain-\1.scd/p' | sort >"$scratch/commands"
[ -s "$scratch/commands" ] || { echo "tailchain --help lists no command" >&2; exit 1; }
(cd "$pages" && ls tailchain-*.scd) | sort >"$scratch/pages"
diff -u --label commands --label pages "$scratch/commands" "$scratch/pages" || failed=1
while read -r page; do
    name=${page%.scd} && command=${name#tailchain-}
    grep -q "^\*$name\*(1)" "$pages/tailchain.scd" || { echo "tailchain.scd: no $name"; failed=1; }
    [ -f "$pages/$page" ] || continue
    "$tailchain" "$command" --help | awk -f "$options" | cut -f 1,2 | sort >"$scratch/help"
    # "*-o*, *--output*=_FILE_": what stands at the last of them holds for all.
    sed -n '/^# OPTIONS/,/^# [^O]/p' "$pages/$page" | grep '^\*-' | tr -d '*_\\' | sed 's/\[=/=[/' | awk -F '=' '{
        names = $1
        argument = substr($0, length(names) + 2)
        n = split(names, name, ", ")
        for (i = 1; i <= n; i++)
            print name[i] "\t" argument
    }' | sort >"$scratch/page"
    [ -s "$scratch/help" ] || { echo "$command --help lists no option"; failed=1; }
    diff -u --label "$command --help" --label "$page" "$scratch/help" "$scratch/page" || failed=1
    # An example's options are the command's own.
    sed -n '/^# EXAMPLE/,/^# SEE/p' "$pages/$page" | grep "^tailchain $command" | grep -o -- ' --[a-z-]*' |
        while read -r option; do
            cut -f 1 "$scratch/help" | grep -qx -- "$option" || echo "$page: example: no option $option"
        done >"$scratch/unknown"
    [ ! -s "$scratch/unknown" ] || { cat "$scratch/unknown"; failed=1; }
    grep -q '^# EXAMPLE' "$pages/$page" || { echo "$page: no example"; failed=1; }
done <"$scratch/commands"
exit $failed
