#!/bin/sh
# Runs one golden case: its cmd in a scratch folder, then its output against out, err and code.
# SPDX-License-Identifier: MIT
#
# run.sh [--update] CASE BIN...   CASE: a folder with cmd; BIN: folders to put on the PATH.
# In cmd, $CASE is that folder and $DATA the repository's data/. out and err may be missing (empty),
# code may be missing (0). A line "# needs sim" in cmd marks a case that simulates.
set -u
update=no
if [ "$1" = --update ]; then update=yes; shift; fi
CASE=$(cd "$1" && pwd) || exit 2
shift
here=$(cd "$(dirname "$0")" && pwd)
DATA=$(cd "$here/../../data" && pwd)
again="$0 $CASE $*"
for bin; do PATH=$(cd "$bin" && pwd):$PATH; done
export CASE DATA PATH LC_ALL=C NO_COLOR=1
scratch=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
mkdir "$scratch/work" || exit 2

(cd "$scratch/work" && exec sh "$CASE/cmd") >"$scratch/out" 2>"$scratch/err" </dev/null
echo $? >"$scratch/code"

failed=no
compare() { # NAME DEFAULT
    if [ -f "$CASE/$1" ]; then wanted="$CASE/$1"; else
        wanted="$scratch/default"
        printf '%s' "$2" >"$wanted"
    fi
    if [ $update = yes ]; then
        cmp -s "$wanted" "$scratch/$1" || cp "$scratch/$1" "$CASE/$1"
    elif ! diff -u --label "$CASE/$1" --label "now" "$wanted" "$scratch/$1"; then
        failed=yes
    fi
}
compare out ''
compare err ''
compare code '0
'
if [ $failed = yes ]; then
    echo "rerun:  $again"
    echo "accept: $0 --update $CASE $*"
    exit 1
fi
