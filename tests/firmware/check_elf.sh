#!/bin/sh
# Checks what the bench image promises to tools: stamps, note, no path of the build machine.
# SPDX-License-Identifier: MIT
# usage: check_elf.sh IMAGE SOURCE_ROOT
set -u
image=$1 root=$2
failed=0

complain() {
    echo "$image: $*"
    failed=1
}

[ -e "$image" ] || { echo "$image does not exist; build it with 'make firmware'"; exit 1; }

# A stamp is one load, right at its symbol; the linker has made sure that there is only one.
check_stamp() {
    address=$(arm-none-eabi-nm "$image" | awk -v symbol="$1" '$3 == symbol { print "0x" $1 }')
    [ -n "$address" ] || { complain "symbol $1 is missing"; return; }
    arm-none-eabi-objdump -d --start-address="$address" --stop-address=$((address + 4)) "$image" |
        grep -Eq '^ .*[[:space:]]ldr(\.w)?[[:space:]]r?[0-9a-z]+, \[r[0-9]+, #(4|36)\]' ||
        complain "symbol $1 is not on a load of a counter"
}

metrics=$(sed -n 's/^WIRE_METRIC([A-Z_]*, [A-Z_]*, "\([^"]*\)".*/\1/p' "$root/wire/results/rtos_bench.def")
pairs=$(sed -n 's/^WIRE_PAIR([A-Z_]*, "\([^"]*\)".*/\1/p' "$root/wire/results.def")
for metric in $metrics $pairs; do
    check_stamp "window_end_$metric"
done
for metric in $metrics; do
    # slice_A_B opens a window where it closes the one before
    [ "$metric" = slice_A_B ] || check_stamp "window_begin_$metric"
done

# Into a file: objcopy replaces what it is told to write, a device's name as well.
note=$(mktemp)
trap 'rm -f "$note"' EXIT
arm-none-eabi-objcopy -O binary --only-section=.note.tailchain "$image" "$note"
for key in $(sed -n 's/^NOTE_KEY([A-Z_]*, "\([^"]*\)".*/\1/p' "$root/wire/note.def"); do
    tr '\0' '\n' <"$note" | grep -q "^$key=." || complain "the note has no $key"
done

# No floating point: FPU context would change every switch.
arm-none-eabi-objdump -d "$image" | grep -Eq '[[:space:]]v(push|pop|ldr|str|mov|add|mul)' &&
    complain "there are FPU instructions"

strings -a "$image" | grep -F "$root/" && complain "paths of the build machine are in the image"
exit $failed
