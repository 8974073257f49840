#!/bin/sh
# How fast verify and compare read, and peers beside them: MB (10^6 bytes) a second over a capture of
# about 300 MB, made of many runs.
# SPDX-License-Identifier: MIT
#
# verify.sh TAILCHAIN MAKE_CAPTURE FOLDER
set -eu
tailchain=$1 make_capture=$2 folder=$3
size=300000000

mkdir -p "$folder"
trap 'rm -f "$folder/one.log" "$folder/many.log"' EXIT
"$make_capture" >"$folder/one.log"
runs=$((size / $(wc -c <"$folder/one.log") + 1))
yes "$folder/one.log" | head -n $runs | xargs cat >"$folder/many.log"
bytes=$(wc -c <"$folder/many.log")

# By processor time: a busy machine makes the wall clock say anything. What they read is counted.
measure() { # NAME FILES COMMAND...
    name=$1 files=$2
    shift 2
    (
        "$@" >/dev/null
        times
    ) | awk -v bytes="$((bytes * files))" -v name="$name" 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); s += part[1] * 60 + part[2] }
        printf "%-22s %4.0f MB in %5.2f s of processor time: %5.0f MB/s\n",
            name, bytes / 1e6, s, bytes / 1e6 / s
    }'
}
# Interleaved, so that all see the same machine.
for try in 1 2 3; do
    measure "verify, try $try" 1 "$tailchain" verify "$folder/many.log"
    measure "compare, try $try" 2 "$tailchain" compare "$folder/many.log" "$folder/many.log"
    measure "wc, try $try" 1 wc "$folder/many.log"
    measure "md5sum, try $try" 1 md5sum "$folder/many.log"
    measure "cksum, try $try" 1 cksum "$folder/many.log"
done
