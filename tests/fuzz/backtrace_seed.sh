#!/bin/sh
# Prints a seed of fuzz_backtrace: registers at a function's start, and a program.
# SPDX-License-Identifier: MIT
#
# backtrace_seed.sh PROGRAM.c ENTRY FUNCTION FLAG...   compiled by arm-none-eabi-gcc with these
# flags; ENTRY is a handler that nothing calls.
set -eu
program=$1 entry=$2 function=$3
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -O1 "$@" --specs=picolibc.specs -nostdlib -ffreestanding \
    -Wl,-e,main -Wl,-u,"$entry" -Wl,--defsym=__aeabi_unwind_cpp_pr0=0 -Wl,--defsym=__aeabi_unwind_cpp_pr1=0 \
    "$program" -o "$scratch/program.elf" -T picolibcpp.ld
word() { # little-endian
    # shellcheck disable=SC2059 # the bytes are octal escapes
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))"
    # shellcheck disable=SC2059
    printf "\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}
address=0x$(arm-none-eabi-nm "$scratch/program.elf" | awk -v name="$function" '$3 == name { print $1 }')
for register in 0 1 2 3 4 5 6 7 8 9 10 11 12; do word $((0x20000000 + register)); done
word 0x20000100
word 0xFFFFFFF9
word $((address & ~1))
cat "$scratch/program.elf"
