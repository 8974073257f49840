#!/bin/sh
# Lints images without debug data, and without symbols: what is still seen, what is unknown and why.
# SPDX-License-Identifier: MIT
# usage: stripped.sh TAILCHAIN IMAGE TRACED   IMAGE: lint_isr_priority.elf; TRACED: an image whose
# kernel has a trace hook that its CONFIG says, and that is seen by debug data only
set -u
tailchain=$1 image=$2 traced=$3
for file in "$image" "$traced"; do
    [ -e "$file" ] || { echo "$file does not exist; build it with 'make test-images options'"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# check IMAGE FLAG CODE RULES TEXT: TEXT stands in what is said of an unknown
check() {
    arm-none-eabi-strip "$2" -o "$folder/image.elf" "$1"
    found=$("$tailchain" lint "$folder/image.elf" --max-time 5 --json - 2>/dev/null)
    got=$?
    rules=$(printf '%s\n' "$found" | sed -n 's/^ *"rule": "\([a-z-]*\)",$/\1/p' | sort -u | paste -s -d ' ')
    if [ "$got" -ne "$3" ] || [ "$rules" != "$4" ]; then
        echo "$1, strip $2: status $got, found $rules; expected $3, $4"
        failed=1
    fi
    printf '%s\n' "$found" | grep -q "\"seen\": \".*$5" || {
        echo "$1, strip $2: not said: $5"
        failed=1
    }
}
check "$image" -g 1 "isr-priority oscillator unknown" "the compiler's flags: the image has no debug data"
check "$image" -g 1 "isr-priority oscillator unknown" "whether the kernel has some that were not seen: without debug data"
check "$image" -s 0 "oscillator unknown" "no symbols, so nothing was looked at for: isr-priority, isr-call, .*mixed-optimisation"
# What CONFIG says is not lost with the debug data.
check "$traced" -g 1 "assert oscillator selection trace unknown" "trace=1"
check "$traced" -s 1 "assert oscillator selection trace unknown" "trace=1"
exit $failed
