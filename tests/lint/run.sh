#!/bin/sh
# Lints images and checks which rules found something: all of them and no others.
# SPDX-License-Identifier: MIT
# usage: run.sh TAILCHAIN FIRMWARE ROWS PREFIX   FIRMWARE: the folder with one for each board
#
# Rows of the file ROWS whose image begins with PREFIX: board/image without .elf, exit status, rules.
set -u
tailchain=$1 firmware=$2 rows=$3 prefix=$4
failed=0 count=0
while read -r image code rules; do
    case $image in "$prefix"*) ;; *) continue ;; esac
    path=$firmware/$image.elf
    [ -e "$path" ] || { echo "$path does not exist; build it with 'make test-images options'"; exit 1; }
    count=$((count + 1))
    found=$("$tailchain" lint "$path" --max-time 5 --json - 2>/dev/null)
    got=$?
    found=$(printf '%s\n' "$found" | sed -n 's/^ *"rule": "\([a-z-]*\)",$/\1/p' | sort -u | paste -s -d ' ')
    expected=$(printf '%s\n' $rules | sort -u | paste -s -d ' ')
    [ "$got" -eq "$code" ] || { echo "$image: exit status $got, expected $code"; failed=1; }
    [ "$found" = "$expected" ] || { echo "$image: found $found, expected $expected"; failed=1; }
done <"$rows"
[ $count -ne 0 ] || { echo "$rows: no image of $prefix"; exit 1; }
exit $failed
