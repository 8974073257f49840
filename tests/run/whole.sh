#!/bin/sh
# The whole run: verified, byte-identical three times over, with and without skipping idle loops,
# and a ledger that adds up to the cycle.
# SPDX-License-Identifier: MIT
#
# whole.sh TAILCHAIN IMAGE.ELF SCHEMA
set -eu
tailchain=$1 image=$2 schema=$3
report_tests=$(cd "$(dirname "$0")/../report" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$0: $*" >&2; exit 1; }

"$tailchain" run "$image" -o "$scratch/1.log" --json "$scratch/1.json" >"$scratch/1.txt"
"$tailchain" run "$image" -o "$scratch/2.log" --json "$scratch/2.json" --no-idle-skip >/dev/null
"$tailchain" run "$image" -o "$scratch/3.log" --json "$scratch/3.json" --ledger --bounds >"$scratch/3.txt"
cmp "$scratch/1.log" "$scratch/2.log" || say "--no-idle-skip changes the capture"
cmp "$scratch/1.log" "$scratch/3.log" || say "--ledger changes the capture"
"$tailchain" run "$image" --json "$scratch/4.json" -o - >"$scratch/4.log" 2>"$scratch/4.txt"
cmp "$scratch/1.log" "$scratch/4.log" || say "-o - gives other bytes than -o FILE"
grep -q ' simulated seconds a second' "$scratch/4.txt" || say "the speed is not printed"
cmp "$scratch/1.json" "$scratch/4.json" || say "two runs give different JSON"

"$tailchain" verify "$scratch/1.log" | tr '\n' ' ' | grep -q ': verified: 12 results .* all with checksum ' ||
    say "verify does not find 12 results, all with checksum"
grep -q '^"verified":true$' "$scratch/1.json" || say "the JSON does not say verified"
/usr/bin/python3 -B "$report_tests/schema.py" "$schema" --report "$scratch/3.json" ||
    say "the JSON does not keep its schema"
awk 'length > 80 { exit 1 }' "$scratch/3.txt" || say "a line of the report is wider than 80 columns"
if grep -q 'ledger INVALID' "$scratch/3.txt"; then
    say "a ledger does not add up: $(grep -A1 'ledger INVALID' "$scratch/3.txt")"
fi
grep -q '^notify_preempt: the most common of 1000 windows$' "$scratch/3.txt" ||
    say "no ledger of notify_preempt"
grep -q '^critical20us event_to_task: the most common of 2048 windows$' "$scratch/3.txt" ||
    say "no ledger of critical20us event_to_task"
# Low, here and high; a cycle more for a barrier cannot make a notification faster.
awk '/^average ticks, unknowns at/ { table = 1 }
     table && $1 == "notify_preempt" { ok = $2 < $3 && $3 < $4; exit }
     END { exit !ok }' "$scratch/3.txt" || say "the bounds of notify_preempt are not in order"
