#!/bin/sh
# Six processes add five runs each to a history that none of them has made before.
# SPDX-License-Identifier: MIT
# usage: writers.sh TAILCHAIN MAKE_CAPTURE
set -eu
tailchain=$1 make_capture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$make_capture" >"$folder/run.log"

pids=
for writer in 1 2 3 4 5 6; do
    (
        for run in 1 2 3 4 5; do
            "$tailchain" history add "$folder/run.log" --history "$folder/runs.db" \
                --commit "writer$writer" --label "$run" 2>"$folder/err$writer.$run" ||
                { cat "$folder/err$writer.$run"; exit 1; }
        done
    ) &
    pids="$pids $!"
done
failed=0
for pid in $pids; do wait "$pid" || failed=1; done
[ $failed -eq 0 ] || { echo "a writer failed"; exit 1; }

for writer in 1 2 3 4 5 6; do
    kept=$("$tailchain" history list --history "$folder/runs.db" --commit "writer$writer" | tail -n +2 | wc -l)
    [ "$kept" -eq 5 ] || { echo "writer $writer has $kept runs of 5"; exit 1; }
done
sqlite3 "$folder/runs.db" 'PRAGMA integrity_check' | grep -qx ok
"$tailchain" history export 30 --history "$folder/runs.db" | cmp - "$folder/run.log"
