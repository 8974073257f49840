#!/bin/sh
# Only host/cli prints and exits: no other library calls what does. xalloc alone may, out of memory.
# SPDX-License-Identifier: MIT
#
# printing.sh LIBRARY...
set -eu
nm -A -u "$@" | sed 's/__\(v\{0,1\}f\{0,1\}printf\)_chk/\1/' | awk '
    { member = $1; sub(/:$/, "", member) }
    member ~ /:xalloc\.c\.o$/ { allowed++; next }
    $NF ~ /^(v?printf|v?fprintf|puts|putchar|fputs|fputc|putc|perror|stderr|exit|_exit|_Exit|abort)$/ {
        print member " uses " $NF; bad = 1
    }
    END {
        if (!allowed) { print "no xalloc among the libraries: is this the right build?"; bad = 1 }
        exit bad
    }'
