#!/bin/sh
# Lints an image without debug data, and one without symbols: what is still seen, what is unknown.
# SPDX-License-Identifier: MIT
# usage: stripped.sh TAILCHAIN IMAGE   IMAGE: lint_isr_priority.elf
set -u
tailchain=$1 image=$2
[ -e "$image" ] || { echo "$image does not exist; build it with 'make test-images'"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# check FLAG CODE RULES...
check() {
    arm-none-eabi-strip "$1" -o "$folder/image.elf" "$image"
    found=$("$tailchain" lint "$folder/image.elf" --json - 2>/dev/null)
    got=$?
    found=$(printf '%s\n' "$found" | sed -n 's/^ *"rule": "\([a-z-]*\)",$/\1/p' | sort -u | paste -s -d ' ')
    [ "$got" -eq "$2" ] && [ "$found" = "$3" ] && return
    echo "strip $1: status $got, found $found; expected $2, $3"
    failed=1
}
check -g 1 "isr-priority oscillator unknown"
check -s 0 "oscillator unknown"
exit $failed
