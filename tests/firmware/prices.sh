#!/bin/sh
# The table of prices of a board: every option that it has is measured, and those are dear, cheap or
# free that must be. SPDX-License-Identifier: MIT
# usage: prices.sh TAILCHAIN BOARD [CLOCK]   CLOCK: one without wait states
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" prices "$2" ${3:+--clock "$3"} --json "$scratch/prices.json" >"$scratch/table"
python3 - "$scratch/prices.json" "$scratch/table" "${3-}" <<'END'
import json
import sys

prices = json.load(open(sys.argv[1]))
table = open(sys.argv[2]).read()
options = {option["name"]: option for option in prices["options"]}
failed = [f"wider than 80 columns: {line}" for line in table.split("\n") if len(line) > 80]


def more(option, series):
    return options[option]["cycles"][series]["more"]


def expect(condition, text):
    if not condition:
        failed.append(text)


for name, option in options.items():
    measured = "cycles" in option
    expect(measured == (option["why_not"] is None), f"{name}: measured: {measured}")
    expect(f"\n{name} " in table or not measured, f"{name} is not in the table")
    expect(not measured or all(len(series["places"]) == len(prices["places_bytes"]) and min(series["places"]) > 0
                               for series in option["cycles"].values()), f"{name}: a place is missing")
if sys.argv[3]:
    expect(prices["clock"] == sys.argv[3], f"clock {prices['clock']}")
    # Every fetch takes a cycle: where the code lies makes no difference.
    for name, option in options.items():
        for series, cycles in option.get("cycles", {}).items():
            expect(len(set(cycles["places"])) == 1 and cycles["clear"], f"{name}: {series} {cycles['places']}")
# What is in no path that is measured costs nothing there, wherever the code lies.
for option, series in (("queue_sets", "switch"), ("timers", "switch"), ("mutexes_off", "switch"),
                       ("tick_100", "switch"), ("static", "switch"), ("idle_wfi", "switch"), ("idle_wfi", "tick")):
    expect(more(option, series) == 0, f"{option}: {series} {more(option, series):+}, not 0")
for option, series in (("stack_check_1", "switch"), ("trace_asked", "switch"), ("trace_stamp", "switch"),
                       ("run_time_stats", "switch"), ("queue_sets", "give_take"), ("tickless", "event_to_task"),
                       ("O0", "switch"), ("O1", "switch")):
    expect(more(option, series) > 0, f"{option}: {series} {more(option, series):+}, not more")
expect(more("stack_check_2", "switch") > more("stack_check_1", "switch"), "a pattern costs more than a comparison")
expect(more("O0", "notify") > more("O1", "notify") > 0, "-O0 is slower than -O1, and that than -O2")
expect(more("assert_off", "give_take") < 0 and more("mutexes_off", "give_take") < 0, "less code is not faster")
if "cycles" in options["stacks_external"]:
    # A tick's handler is on the main stack; its frame of 8 words is not. A word is written in 2 * 5 cycles of
    # HCLK and read in 2 * 4 + 1, the bus matrix takes one each: 1 + 7 * 10 until the last word is in the
    # write buffer, 1 + 8 + 7 * 9 until the last one is read.
    expect(more("stacks_external", "tick") == 143, f"stacks_external: tick {more('stacks_external', 'tick'):+}, not 143")
    # A switch moves 17 words out and 17 in.
    expect(290 <= more("stacks_external", "switch") <= 340, f"stacks_external: switch {more('stacks_external', 'switch'):+}")
    expect(0 < more("stacks_sram2", "switch") <= 10, f"stacks_sram2: switch {more('stacks_sram2', 'switch'):+}")
    expect(more("stacks_ccm", "switch") == 0, f"stacks_ccm: switch {more('stacks_ccm', 'switch'):+}, not 0")
if "cycles" in options["fpu"]:
    # VSTM and VLDM of s16-s31 are 34 cycles; the lazy save and the popped frame are as many again
    expect(60 <= more("fpu", "switch") <= 72, f"fpu: switch {more('fpu', 'switch'):+}")
print("\n".join(failed))
sys.exit(bool(failed))
END
