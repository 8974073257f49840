#!/bin/sh
# Links an image; where it does not fit into a memory of its board, says so in one line.
# SPDX-License-Identifier: MIT
# usage: link.sh BOARD COMMAND...
set -u
board=$1
shift
said=$(LC_ALL=C "$@" 2>&1) && status=0 || status=$?
image='' script='' before=''
for argument in "$@"; do
    [ "$before" != -o ] || image=$argument
    case $argument in -T*) script=${argument#-T} ;; esac
    before=$argument
done
# region `RAM' overflowed by 1234 bytes
over=$(printf '%s\n' "$said" | sed -n "s/.*region [\`']\([A-Za-z0-9_]*\)' overflowed by \([0-9]*\) bytes.*/\1 \2/p")
if [ "$status" -eq 0 ] || [ -z "$over" ]; then
    [ -z "$said" ] || printf '%s\n' "$said" >&2
    exit "$status"
fi
printf '%s\n' "$over" | while read -r memory bytes; do
    length=$(sed -n "s/^ *$memory .*LENGTH *= *\([0-9]*[KM]*\).*/\1/p" "$script")
    echo "$image: $bytes bytes too many for $memory of $board, which has $length:" \
        "lower BENCH_SAMPLES or the heap (BENCH_KERNEL) in its bench.cmake," \
        "or leave it out there by a WIRE_NOT_ON row of wire/benches.def" >&2
done
exit "$status"
