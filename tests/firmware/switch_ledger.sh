#!/bin/sh
# The two methods of switch_profile against each other: a segment that stamps measure is the one of the
# unmodified handler and the load of a stamp. Usage: switch_ledger.sh TAILCHAIN IMAGE [SLACK]
# SLACK: of the port ARM_CM0, by how many cycles a segment's stamp may differ from the read pair.
# SPDX-License-Identifier: MIT
set -eu
out=$("$1" run "$2" --ledger 2>/dev/null) || { echo "run --ledger: exit $?"; exit 1; }
printf '%s\n' "$out" | awk -v slack="${3-}" '
    # name of a segment, in the stamps and in the ledger
    function pair(stamp, ledger) { stamped_as[ledger] = stamp }
    BEGIN {
        pair("entry", "entry, read PSP")
        pair("save", "save registers")
        pair("store_top", "store top of stack in the TCB")
        pair("enter_critical", "enter critical section")
        pair("switch_context", "vTaskSwitchContext")
        pair("leave_critical", "leave critical section")
        pair("load_top", "load the new top of stack")
        pair("restore", "restore registers")
        pair("return", "write PSP, return")
    }
    length > 80 { print "wider than 80 columns: " $0; bad = 1 }
    match($0, /read pair [0-9]+/) { pair_cycles = substr($0, RSTART + 10, RLENGTH - 10) }
    /^ns / { past_ticks = 1 }
    /^switch_profile_/ && !past_ticks { sub("switch_profile_", "", $1); stamp[$1] = $3 }
    /^yield_to_task  *1000 / && !past_ticks { sample = $3 }
    /^yield_to_task by segment, 1000 windows; each adds up to its sample$/ { inside = 1; next }
    inside && /^  what lies outside/ { inside = 0 }
    inside {
        match($0, /  *[0-9]+  *[0-9]+\.[0-9]  *[0-9]+/)
        name = substr($0, 3, RSTART - 3)
        split(substr($0, RSTART), field)
        least[name] = field[1]
    }
    END {
        total = "the whole window, as sampled"; handler = "entry to exit of the handler"
        if (!(total in least)) { print "no account by segment"; exit 1 }
        if (least[total] != sample) { print "total", least[total], "sample", sample; bad = 1 }
        for (name in least)
            if (name != total && name != handler && name != "cycles" && name !~ /^ /)
                sum += least[name]
        # the parts of the smallest window, which no tick came into
        if (sum != least[total]) { print "segments", sum, "total", least[total]; bad = 1 }
        if (!("entry" in stamp)) { print "no stamps"; exit 1 }
        # of the FPU, test and skipped VSTM: half before the call, half behind
        if ("save s16-s31, or skip it" in least) {
            test = least["does the task use the FPU?"]
            least["save registers"] += least["save s16-s31, or skip it"] + int(test / 2)
            least["restore registers"] += least["restore s16-s31, or skip it"] + int(test / 2)
        }
        low = -1
        high = 4
        if (slack != "") {
            low = pair_cycles - slack
            high = pair_cycles + slack
            # The port writes PSP between two parts of its restoring: three cycles of BX come outside, and
            # the row that is left over holds the load of a stamp.
            least["restore registers"] += least["write PSP, return"] - 3 + pair_cycles
            stamp["restore"] += stamp["return"]
            least["write PSP, return"] = stamp["return"] = 0
        }
        for (name in stamped_as) {
            if (stamped_as[name] == "return" && slack != "") continue
            more = stamp[stamped_as[name]] - least[name]
            # The ledger has the BX, and one register move of Armv8-M, that come outside the stamps. A
            # stamp takes up to 2 cycles, and on the Cortex-M4 changes the bus twice.
            if (more < low || more > high) { print name, "stamps", stamp[stamped_as[name]], "ledger", least[name]; bad = 1 }
            all += stamp[stamped_as[name]]
        }
        if (all + stamp["stamps"] != stamp["handler"]) { print "stamps", all, stamp["stamps"], stamp["handler"]; bad = 1 }
        exit bad
    }'
