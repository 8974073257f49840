#!/bin/sh
# Prints a seed of fuzz_guest: the machine's number, and code for its core.
# SPDX-License-Identifier: MIT
#
# guest_seed.sh NUMBER CPU SOURCE.S
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
arm-none-eabi-gcc -mcpu="$2" -mthumb -mfloat-abi=soft -c "$3" -o "$scratch/guest.o"
arm-none-eabi-objcopy -O binary -j .text "$scratch/guest.o" "$scratch/guest.bin"
printf %s "$1"
cat "$scratch/guest.bin"
