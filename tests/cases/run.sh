#!/bin/sh
# Builds the guest of cases for a core and runs it on both engines.
# SPDX-License-Identifier: MIT
#
# run.sh TAILCHAIN SOURCES MACHINE CPU TIMER_IRQ CORE_FILES   TIMER_IRQ: of TIM2; CORE_FILES: "v7m.c m3.c"
set -eu
tailchain=$1 sources=$2 machine=$3 cpu=$4 irq=$5 core=$6
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$sources"
# shellcheck disable=SC2086 # a list of files
arm-none-eabi-gcc -mcpu="$cpu" -mthumb -mfloat-abi=soft -masm-syntax-unified -O2 -fno-builtin \
    -ffunction-sections -DTIMER_IRQ="$irq" -Wall -Wextra -Werror --specs=picolibc.specs -nostartfiles -T cases.ld \
    -Wl,--defsym=FLASH=0x08000000 start.c all.c systick.c library.c $core -o "$scratch/cases.elf"
for engine in '' --stepper; do
    status=0
    # shellcheck disable=SC2086 # an option or none
    "$tailchain" run "$scratch/cases.elf" --machine "$machine" $engine --max-time 10 \
        >"$scratch/out" 2>"$scratch/err" || status=$?
    if [ "$status" -ne 0 ] || ! grep -q ' checks, 0 failed$' "$scratch/out"; then
        cat "$scratch/out" "$scratch/err"
        echo "$machine${engine:+ }$engine: exit code $status"
        exit 1
    fi
done
cat "$scratch/out"
