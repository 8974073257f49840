#!/bin/sh
# All of section A on one board at one clock: verified, the same bytes twice, CONFIG as the table has it,
# every series at its own clock, and masked sections of the right length.
# SPDX-License-Identifier: MIT
#
# board.sh TAILCHAIN TABLE BOARD CLOCK
set -eu
tailchain=$1 table=$2 board=$3 clock=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$board at $clock: $*" >&2; exit 1; }

row=$(awk -v board="$board" -v clock="$clock" '$1 == board && $2 == clock' "$table")
[ -n "$row" ] || say "no row in $table"
set -- $row
core=$3 timer=$4 fpu=$5 icache=$6 counter=$7 level=$8 pair=$9
shift 9
section=$1 long=$2

"$tailchain" run "$board" --clock "$clock" -o "$scratch/1.log" --json "$scratch/1.json" >"$scratch/out"
"$tailchain" run "$board" --clock "$clock" -o "$scratch/2.log" --no-idle-skip >/dev/null
cmp "$scratch/1.log" "$scratch/2.log" || say "two runs differ"
results=14
[ "$long" != - ] || results=12
"$tailchain" verify "$scratch/1.log" | grep -q ": verified: $results results " ||
    say "verify does not find $results results"
if awk 'length > 80 { exit 1 }' "$scratch/out"; then :; else say "a line of the report is wide"; fi

config=$(grep '^CONFIG,' "$scratch/1.log")
for key in core=$core tick=1000 preempt=1 slicing=1 fpu=$fpu ICACHE=$icache prio=56 wire=2 \
    bench=rtos_bench sel=generic counter=$counter timer=$timer level=$level; do
    case "$config," in *",$key,"*) ;; *) say "CONFIG has no $key: $config" ;; esac
done
grep -q "^DWT_READ_PAIR,$pair," "$scratch/1.log" || say "two reads do not take $pair"

# Cycles at the core's clock, pairs at the timer's.
awk -F, -v core="$core" -v timer="$timer" '
    /^RESULT,/ { hz = $2 ~ /^(irq_entry|event_to_task)$/ ? timer : core; count++
                 if ($4 != "hz=" hz) { print "not at " hz ": " $0; exit 1 } }
    END { exit count == 0 }' "$scratch/1.log" || say "a RESULT states another clock"

# The largest latency is the section, sampled every 1,000th of a tick, and what comes without it.
check_section() { # PHASE COUNTS
    max=$(awk -F, -v phase="$1" '/^PHASE,/ { here = $2 == phase }
        here && /^RESULT,irq_entry,/ { sub("max_ticks=", "", $8); print $8 }' "$scratch/1.log")
    [ -n "$max" ] || say "no phase $1"
    [ "$max" -ge $(($2 - timer / 1000000)) ] && [ "$max" -le $(($2 + 160)) ] ||
        say "$1: the largest irq_entry is $max, but the section has $2 counts"
}
check_section critical20us "$section"
[ "$long" = - ] || check_section critical5000 "$long"
[ "$long" != - ] || ! grep -q '^PHASE,critical5000,' "$scratch/1.log" || say "critical5000 is there"
