#!/bin/sh
# Runs the worked example of a man page: each of its commands succeeds.
# SPDX-License-Identifier: MIT
#
# example.sh PAGE BIN...   BIN: folders to put on the PATH.
set -eu
page=$1
shift
for bin; do PATH=$(cd "$bin" && pwd):$PATH; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sed -n '/^# EXAMPLE/,/^# SEE/p' "$page" | awk '/^```/ { inside = !inside; next } inside' >"$scratch/example"
grep -q '^tailchain' "$scratch/example" || { echo "$page: no example" >&2; exit 1; }

# The files that the examples speak of.
cd "$scratch"
make_capture >run.log
for name in a b c a1 a2 a3 b1 b2 b3; do cp run.log $name.log; done
# The name stands for a capture that is yet to be made.
cp run.log board.txt
case $page in */tailchain-run.scd | */tailchain-capture.scd | */tailchain.scd) rm run.log ;; esac
printf '$timescale 1 ns $end\n$var wire 1 a PE2 $end\n$var wire 1 b PE3 $end\n$enddefinitions $end\n' >pins.vcd
printf '#0 0a 0b\n#10 1a\n#25 1b\n#40 0a 0b\n#60 1a\n#80 1b\n#90 0a 0b\n' >>pins.vcd

sh -e example >out 2>err || { cat err; echo "$page: the example fails"; exit 1; }
[ -s out ] || { echo "$page: the example shows nothing"; exit 1; }
