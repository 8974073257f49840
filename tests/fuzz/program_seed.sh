#!/bin/sh
# Prints a seed of fuzz_lint and fuzz_run: what the latter compares with, and a program.
# SPDX-License-Identifier: MIT
#
# program_seed.sh ROOT FOLDER [CAPTURE]   FOLDER: of the program's files; CAPTURE: before the image,
# with a NUL behind it
set -eu
root=$1 folder=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$folder"/*.c "$scratch"
cd "$scratch"
arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -O2 -g -ffile-prefix-map="$scratch"=. -I"$root" \
    -ffreestanding -nostdlib -Wl,-Ttext=0x08000200 -Wl,--section-start=.vectors=0x08000000 \
    -Wl,--section-start=.note.tailchain=0x08000100 -Wl,-Tdata=0x20000000 -Wl,-n -Wl,-e,main \
    -Wl,--build-id=none \
    tasks.c main.c -o program.elf
if [ $# -gt 2 ]; then
    cat "$3"
    printf '\0'
fi
cat program.elf
