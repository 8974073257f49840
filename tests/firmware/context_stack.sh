#!/bin/sh
# A task that was left once has used its context at least, whatever its registers held.
# SPDX-License-Identifier: MIT
# usage: context_stack.sh TAILCHAIN IMAGE
set -eu
"$1" run "$2" 2>/dev/null | awk -v image="$2" '
    $1 == "context_size_integer" { context = $2 }
    $1 == "integers" || $1 == "IDLE" { used[$1] = $3 }
    END {
        for (task in used) {
            tasks++
            if (used[task] < context || context < 64) {
                print image ": a context takes " context " B, and " task " has used " used[task] " B of its stack"
                failed = 1
            }
        }
        exit failed || tasks != 2
    }'
