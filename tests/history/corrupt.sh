#!/bin/sh
# A history with bytes overwritten anywhere is read or refused, and never crashes the command.
# SPDX-License-Identifier: MIT
# usage: corrupt.sh TAILCHAIN MAKE_CAPTURE
set -eu
tailchain=$1 make_capture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$make_capture" >"$folder/run.log"
for run in 1 2 3; do
    "$tailchain" history add "$folder/run.log" --history "$folder/good.db" --commit $run --simulated 2>/dev/null
done
size=$(wc -c <"$folder/good.db")

try() { # ACTION...
    status=0
    "$tailchain" history "$@" --history "$folder/bad.db" >"$folder/out" 2>&1 || status=$?
    [ $status -le 2 ] || { echo "seed $seed: history $*: exit status $status"; cat "$folder/out"; exit 1; }
    refused=$((refused + (status == 2)))
}
refused=0
for seed in $(seq 1 24); do
    cp "$folder/good.db" "$folder/bad.db"
    # Sixteen stretches of eight bytes; half of the seeds spare all but the first pages, where the
    # schema and the trees are.
    awk -v seed="$seed" -v size="$size" 'BEGIN {
        srand(seed); if (seed % 2) size = 16384
        for (i = 0; i < 16; i++) printf "%d %d\n", rand() * (size - 8), rand() * 256 }' |
        while read -r at byte; do
            printf "$(printf '\\%03o' "$byte" "$byte" 255 0 "$byte" 127 128 "$byte")" |
                dd of="$folder/bad.db" bs=1 seek="$at" conv=notrunc 2>/dev/null
        done
    try list
    try show 2
    try export 3
    try plot notify_preempt
done
echo "$refused of 96 refused"
[ $refused -gt 0 ]

# Tables that compute their rows, without end, are none of ours.
for hostile in \
    'ALTER TABLE run RENAME TO r; CREATE VIEW run AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 1 AS added, 1 AS commit_id, 1 AS label, 1 AS tool, 1 AS source FROM n' \
    'ALTER TABLE run ADD COLUMN more GENERATED ALWAYS AS (hex(zeroblob(1000000000)))' \
    'CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END'; do
    cp "$folder/good.db" "$folder/bad.db"
    sqlite3 "$folder/bad.db" "$hostile"
    for action in list "add $folder/run.log"; do
        status=0
        timeout 20 "$tailchain" history $action --history "$folder/bad.db" 2>"$folder/err" >/dev/null || status=$?
        [ $status -eq 2 ] && grep -q 'tables that tailchain did not make' "$folder/err" ||
            { echo "$hostile: history $action: exit status $status"; cat "$folder/err"; exit 1; }
    done
done
