#!/bin/sh
# Delays of known cycles move the windows of every board by just as many; one cycle that no row knows of
# is found, in the simulator and in a capture.
# SPDX-License-Identifier: MIT
# usage: self_test.sh TAILCHAIN WRONG_IMAGE
set -u
tailchain=$1 wrong=$2
[ -e "$wrong" ] || { echo "$wrong does not exist; build it with 'make test-images'"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { cat "$folder/out"; echo "$*"; exit 1; }

"$tailchain" verify --self-test >"$folder/out" 2>&1 || fail "exit code $?, expected 0"
awk 'length > 80 { exit 1 }' "$folder/out" || fail "a line is wider than 80 columns"
# 8 windows at each of 6 clocks, all 256 samples of each alike.
grep -qx '48 windows: each moved by just what was planted' "$folder/out" || fail "not 48 windows"
[ "$(grep -c ' 256 of 256$' "$folder/out")" -eq 48 ] || fail "not all samples are alike"
# At half the core's clock half of it is counted.
grep -q '^  self_test_timer_64 *64 *+32 *+32 *+32 ' "$folder/out" || fail "no timer at half the clock"

"$tailchain" verify --self-test "$wrong" >"$folder/out" 2>&1
code=$?
[ $code -eq 1 ] || fail "exit code $code for an image that is wrong, expected 1"
grep -qx '8 windows: 8 did not move by what was planted' "$folder/out" || fail "it is not found"
"$tailchain" run "$wrong" -o "$folder/run.log" >/dev/null 2>&1
"$tailchain" verify "$folder/run.log" >"$folder/out" 2>&1
code=$?
[ $code -eq 1 ] || fail "exit code $code for its capture, expected 1"
grep -q 'RESULT self_test_timer_5: 5 cycle(s) are planted, but its minimum lies 6 ' "$folder/out" ||
    fail "it is not found in a capture"
