#!/bin/sh
# A simulated board's pins, recorded and imported: a planted delay of K cycles moves every sample by K.
# SPDX-License-Identifier: MIT
#
# pins.sh TAILCHAIN SOURCES
set -eu
tailchain=$1 sources=$2
cycle_ps=62500
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() { echo "$0: $*" >&2; exit 1; }

record() { # DELAY
    arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O2 -DDELAY="$1" --specs=picolibc.specs \
        --oslib=semihost -Wl,--defsym=__flash=0x08000000 -Wl,--defsym=__flash_size=0x10000 \
        -Wl,--defsym=__ram=0x20000000 -Wl,--defsym=__ram_size=0x4000 \
        "$sources/pins.c" -o "$scratch/$1.elf"
    "$tailchain" run "$scratch/$1.elf" --machine stm32f407 --vcd "$scratch/$1.vcd"
    "$tailchain" import "$scratch/$1.vcd" --from PE2:rise --to PE3:rise --mark PE4 \
        --json "$scratch/$1.json" >"$scratch/$1.out"
}
field() { # FILE KEY: a number, or the whole array on one line
    tr -d ' \n' <"$scratch/$1.json" | sed -n "s/.*\"$2\":\(\[[^]]*\]\|[0-9]*\).*/\1/p"
}

for delay in 0 1 5 16; do record $delay; done
for delay in 0 1 5 16; do
    [ "$(field $delay n)" = 100 ] || { cat "$scratch/$delay.out"; say "not 100 samples"; }
    [ "$(field $delay PE4:any)" = '[0,10,20,30,40,50,60,70,80,90]' ] || say "marks: $(field $delay PE4:any)"
    # The first round is cold. Every later one takes the same.
    base=$(field 0 raw | tr -d '[]' | cut -d, -f2)
    want=$((base + delay * cycle_ps))
    other=$(field $delay raw | tr -d '[]' | tr , '\n' | tail -n +2 | grep -vcx "$want" || true)
    [ "$other" = 0 ] || say "$other samples are not $want ps: $(field $delay raw)"
done
"$tailchain" run "$scratch/5.elf" --machine stm32f407 --stepper --vcd "$scratch/stepper.vcd"
cmp "$scratch/5.vcd" "$scratch/stepper.vcd" || say "the two engines differ"
"$tailchain" run "$scratch/5.elf" --machine stm32f407 --vcd - | cmp - "$scratch/5.vcd"
"$tailchain" import "$scratch/5.vcd" --edges --channel PE2 --channel PE4 | grep -q 'PE4 *10 *10' ||
    say "PE4 does not rise ten times"
