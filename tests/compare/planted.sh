#!/bin/sh
# Compares the bench with the same bench that has K cycles planted into notify_preempt.
# SPDX-License-Identifier: MIT
# usage: planted.sh TAILCHAIN FIRMWARE_FOLDER K
set -u
tailchain=$1 firmware=$2 cycles=$3
base=$firmware/rtos_bench.elf new=$firmware/test_images/planted_$cycles.elf

for image in "$base" "$new"; do
    [ -e "$image" ] || { echo "$image does not exist; build it with 'make test-images'"; exit 1; }
done
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$tailchain" compare "$base" "$new" >"$out"
code=$?
cat "$out"
awk 'length > 80 { print "wider than 80 columns: " $0; bad = 1 } END { exit bad }' "$out" || exit 1

expect() { # PATTERN
    grep -Eq -- "$1" "$out" || { echo "no line says: $1"; exit 1; }
}
if [ "$cycles" -eq 0 ]; then
    [ $code -eq 0 ] || { echo "exit code $code, expected 0"; exit 1; }
    expect '^12 measurements: 12 equal$'
    exit 0
fi
[ $code -eq 1 ] || { echo "exit code $code, expected 1"; exit 1; }
# Every window is longer by just K, but for the few, if any, that a tick meets now.
expect "^notify_preempt: slower, 1000 of 1000 samples differ, (99[0-9]|1000) of them by \+$cycles\$"
expect "^  min +373 +$((373 + cycles)) +\+$cycles "
# In the function that has them, and K times the planted instruction.
expect "^    ping +9 +$((9 + cycles)) +\+$cycles "
planted=$(grep -Ec '^      [0-9A-F]{8} add\.w ip, ip, ip +- +1 +\+1$' "$out")
[ "$planted" -eq "$cycles" ] || { echo "the planted instruction is named $planted times"; exit 1; }
