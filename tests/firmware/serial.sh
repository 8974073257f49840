#!/bin/sh
# The boards' other serial port, USART1 on PA9 and PA10: built, run and heard.
# SPDX-License-Identifier: MIT
# usage: serial.sh TAILCHAIN SOURCE FIRMWARE   SOURCE: of the firmware; FIRMWARE: where BOARD is built
set -u
tailchain=$1 source=$2 firmware=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for board in stm32f407 nucleo-f410rb nucleo-f091rc; do
    kernel=$(sed -n 's/^FREERTOS_KERNEL_PATH:PATH=//p' "$firmware/$board/CMakeCache.txt")
    cmake -G Ninja --log-level=WARNING -S "$source" -B "$folder/$board" -DBOARD=$board \
        -DFREERTOS_KERNEL_PATH="$kernel" -DFIRMWARE_SERIAL=usart1 >"$folder/log" &&
        ninja -C "$folder/$board" context_size >>"$folder/log" 2>&1 || {
        cat "$folder/log"
        exit 1
    }
    image=$folder/$board/context_size.elf
    # A port sends only where its pins and its clock are set up, and no other is in the image.
    "$tailchain" run "$image" >"$folder/out" 2>"$folder/err" ||
        { echo "$board:"; cat "$folder/err"; failed=1; continue; }
    grep -q "^Verified:" "$folder/out" || { echo "$board: nothing is verified"; failed=1; }
    usart1=40011000
    [ $board != nucleo-f091rc ] || usart1=40013800
    code=$(arm-none-eabi-objdump -d "$image")
    case $code in *$usart1*) ;; *) echo "$board: USART1 is not in the image"; failed=1 ;; esac
    case $code in *40004400*) echo "$board: USART2 is in the image"; failed=1 ;; esac
done
exit $failed
