#!/bin/sh
# Runs the console blocks of a Markdown file from the project's root and compares what they print on
# standard output with what the file shows. With --update, rewrites the file.
# usage: check.sh FILE [--update]
set -eu
cd "$(dirname "$0")/../.."
file=$1
blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
awk -v blocks="$blocks" -f tests/docs/blocks.awk "$file"
status=0
for cmd in "$blocks"/*.cmd; do
    base=${cmd%.cmd}
    touch "$base.out"
    sh "$cmd" >"$base.real" 2>/dev/null || true
    if [ "${2:-}" != --update ] && ! diff -u "$base.out" "$base.real"; then
        echo "$file: '$(cat "$cmd")' prints something else; see and update with: tests/docs/check.sh $file --update"
        status=1
    fi
done
if [ "${2:-}" = --update ]; then
    awk -v blocks="$blocks" '
        /^```console$/ { n++; print; while ((getline line < (blocks "/" n ".cmd")) > 0) print "$ " line
            while ((getline line < (blocks "/" n ".real")) > 0) print line
            skip = 1; next }
        /^```$/ { skip = 0 }
        !skip { print }' "$file" >"$blocks/new"
    cat "$blocks/new" >"$file"
fi
exit $status
