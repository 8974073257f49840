#!/bin/sh
# Every option of wire/options.def is in its image and not in the base (options.txt), and its run says
# so. SPDX-License-Identifier: MIT
# usage: options.sh TAILCHAIN FIRMWARE   FIRMWARE: build/firmware/BOARD
set -u
here=$(cd "$(dirname "$0")" && pwd)
tailchain=$1 firmware=$2 board=$(basename "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

complain() {
    echo "$*"
    failed=1
}

image() {
    [ "$1" = base ] && echo "$firmware/option_price.elf" || echo "$firmware/options/$1/option_price.elf"
}

# Everything that a row may look at, as one file a place.
look() { # OPTION WHERE
    file="$scratch/$1.$2"
    [ -e "$file" ] || case $2 in
    symbols) arm-none-eabi-nm "$(image "$1")" ;;
    NOTE)
        # Not to standard output by its name: objcopy replaces what it is told to write.
        arm-none-eabi-objcopy -O binary --only-section=.note.tailchain "$(image "$1")" "$scratch/note"
        tr '\0' '\n' <"$scratch/note"
        ;;
    CONFIG) "$tailchain" run "$(image "$1")" -o - 2>/dev/null | grep '^CONFIG' ;;
    LEDGER) "$tailchain" run "$(image "$1")" --ledger 2>/dev/null | sed -n '/^option_price_event_to_task: /,/^$/p' ;;
    *) arm-none-eabi-objdump -d --disassemble="$2" "$(image "$1")" ;;
    esac >"$file"
    cat "$file"
}

sed -n 's/^WIRE_OPTION("\([^"]*\)".*/\1/p' "$here/../../wire/options.def" >"$scratch/options"
# Without those that the board has not.
sed -n "s/^WIRE_OPTION_NOT_ON(\"\([^\"]*\)\", \"$board\".*/\1/p" "$here/../../wire/options.def" >"$scratch/refused"
[ -s "$scratch/options" ] || complain "wire/options.def has no rows"
while read -r option; do
    grep -qx "$option" "$scratch/refused" && continue
    [ -e "$(image "$option")" ] || { complain "$(image "$option") is missing; build it with 'make options'"; continue; }
    look "$option" CONFIG | grep -q ",opt=$option," || complain "$option: CONFIG does not say so"
    look "$option" NOTE | grep -qx "option=$option" || complain "$option: the note does not say so"
    [ "$option" = base ] || grep -Eq "^$option(!$board)? [+-] " "$here/options.txt" ||
        complain "$option: options.txt does not say what is in its image"
done <"$scratch/options"

grep -v '^#' "$here/options.txt" | while read -r option sign where pattern; do
    [ "${option#*!}" = "$board" ] && continue
    option=${option%!*}
    grep -qx "$option" "$scratch/refused" && continue
    with=$option without=base
    [ "$sign" = + ] || { with=base without=$option; }
    look "$with" "$where" | grep -Eq "$pattern" || echo "$option: $with has no $pattern in $where"
    look "$without" "$where" | grep -Eq "$pattern" && echo "$option: $without has $pattern in $where"
done >"$scratch/wrong"
[ ! -s "$scratch/wrong" ] || { cat "$scratch/wrong"; failed=1; }
exit $failed
