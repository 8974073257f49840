#!/bin/sh
# The flash and RAM that a report states are those that the linker counts: of each memory, from its
# origin to the end of the last section in it.
# SPDX-License-Identifier: MIT
#
# memory.sh IMAGE.ELF BOARD.LD REPORT.json
set -eu
image=$1 script=$2 report=$3

origin() { sed -n "s/^ *$1 .*ORIGIN = \(0x[0-9A-Fa-f]*\),.*/\1/p" "$script"; }

# END of the last section; column 4 is where a section lies while it runs, 5 where it is loaded.
# The line behind a section holds its flags.
last() { # FLAG COLUMN ORIGIN
    end=$(($3))
    arm-none-eabi-objdump -h -w "$image" | grep -w "$1" | {
        while read -r _ _ size vma lma _; do
            start=0x$vma
            [ "$2" = vma ] || start=0x$lma
            [ $((start)) -ge $(($3)) ] && [ $((start)) -lt $(($3 + 0x10000000)) ] || continue
            [ $((start + 0x$size)) -le $end ] || end=$((start + 0x$size))
        done
        echo $((end - $3))
    }
}

stated() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$report"; }

compare() { # KEY COUNTED
    echo "$1: stated $(stated "$1"), counted $2"
    [ "$(stated "$1")" = "$2" ]
}

compare flash_bytes "$(last LOAD lma "$(origin FLASH)")"
compare ram_bytes "$(last ALLOC vma "$(origin RAM)")"
