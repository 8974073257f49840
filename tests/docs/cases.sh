#!/bin/sh
# The table of docs/cases.md: every test that a row names exists and names the case.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/../.."
status=0
rows=$(sed -n 's/^| \([ABC][0-9]*\) |.*| \(.*\) |$/\1 \2/p' docs/cases.md)
[ "$(echo "$rows" | wc -l)" -ge 84 ] || { echo "docs/cases.md has lost rows"; status=1; }
while read -r id files; do
    [ -n "$files" ] || { echo "$id has no test"; status=1; }
    for file in $(echo "$files" | tr -d '`,'); do
        grep -qw "$id" "$file" || { echo "$file does not name $id"; status=1; }
    done
done <<END
$rows
END
exit $status
