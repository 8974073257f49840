#!/bin/sh
# Lints every bench of a board: nothing may break its figures.
# SPDX-License-Identifier: MIT
# usage: benches.sh TAILCHAIN BOARD
set -u
tailchain=$1 board=$2
failed=0 count=0
for bench in $("$tailchain" benches | sed -n 's/^\([a-z][a-z0-9_]*\): .*/\1/p'); do
    "$tailchain" benches "$bench" | grep -q "not on $board:" && continue
    count=$((count + 1))
    found=$("$tailchain" lint "$board" --bench "$bench" 2>&1)
    [ $? -le 1 ] || { echo "$bench: cannot be linted: $found"; failed=1; continue; }
    case $found in
    *"$board: 0 that break it,"*) ;;
    *) echo "$bench: $found"; failed=1 ;;
    esac
done
[ $count -ne 0 ] || { echo "no bench on $board"; exit 1; }
exit $failed
