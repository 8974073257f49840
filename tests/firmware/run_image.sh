#!/bin/sh
# Runs an image in the simulator and checks exit code, message, and a line that the board sent.
# SPDX-License-Identifier: MIT
# usage: run_image.sh TAILCHAIN IMAGE MAX_TIME CODE PATTERN [LINE] (extended regular expressions)
set -u
tailchain=$1 image=$2 max_time=$3 code=$4 pattern=$5 line=${6:-}

if [ ! -e "$image" ]; then
    echo "$image does not exist; build it with 'make test-images'"
    exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$tailchain" run "$image" --max-time "$max_time" -o "$folder/run.log" >"$folder/out" 2>&1
got=$?
cat "$folder/out"
[ "$got" -eq "$code" ] || { echo "exit code $got, expected $code"; exit 1; }
grep -Eq "$pattern" "$folder/out" || { echo "no line says: $pattern"; exit 1; }
[ -z "$line" ] || grep -E "^(PHASE|ERROR|END)" "$folder/run.log"
[ -z "$line" ] || grep -Eq "$line" "$folder/run.log" || { echo "the board did not send: $line"; exit 1; }
