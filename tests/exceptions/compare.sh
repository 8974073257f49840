#!/bin/sh
# Random exceptions on a machine of ours and on a board of QEMU's: what both print must be the same.
# SPDX-License-Identifier: MIT
#
# compare.sh TAILCHAIN MACHINE CPU BITS FIRST_SEED SEEDS [STEPS]
set -eu
tailchain=$1 machine=$2 cpu=$3 bits=$4 first=$5 seeds=$6 steps=${7:-3000}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
float='-mfloat-abi=soft' board='' boot=''
case $cpu in
cortex-m0) board=microbit code=0 their_code=0 ;;
cortex-m3) board=mps2-an385 code=0 their_code=0 ;; # netduino2 lets stores go nowhere
cortex-m4) board=netduinoplus2 code=0x08000000 their_code=0x08000000 float='-mfloat-abi=softfp -mfpu=fpv4-sp-d16' ;;
cortex-m33) board=musca-b1 code=0x08000000 their_code=0x10000000 float='-mfloat-abi=softfp -mfpu=fpv5-sp-d16' ;;
esac
build() { # CODE FILE
    # shellcheck disable=SC2086 # options
    arm-none-eabi-gcc -mcpu="$cpu" -mthumb $float -masm-syntax-unified -O2 -ffreestanding -nostdlib \
        -Wall -Wextra -Werror -DSEED="$seed" -DSTEPS="$steps" -DBITS="$bits" \
        -T "$here/link.ld" -Wl,--defsym=CODE="$1" -Wl,--defsym=RAM=0x20000000 \
        "$here/guest.c" "$here/actions.c" -lgcc -o "$scratch/$2"
}
total=0
seed=$first
while [ "$seed" -lt $((first + seeds)) ]; do
    build "$code" ours.elf
    build "$their_code" theirs.elf
    status=0
    "$tailchain" run "$scratch/ours.elf" --machine "$machine" --max-time 5 >"$scratch/ours" \
        2>"$scratch/messages" || status=$?
    timeout 60 qemu-system-arm -M "$board" -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native -device "loader,file=$scratch/theirs.elf" \
        </dev/null >"$scratch/theirs" 2>&1 || true
    if ! diff "$scratch/ours" "$scratch/theirs" >"$scratch/difference"; then
        line=$(cmp "$scratch/ours" "$scratch/theirs" | sed 's/.*line //')
        sed -n "$((line > 30 ? line - 30 : 1)),$((line + 2))p" "$scratch/ours"
        echo "--- QEMU:"
        sed -n "$((line > 2 ? line - 2 : 1)),$((line + 2))p" "$scratch/theirs"
        echo "$machine, seed $seed: differs from QEMU at line $line"
        exit 1
    fi
    if [ $status -ne 0 ] || ! grep -q '^end ' "$scratch/ours"; then
        tail -n 20 "$scratch/ours" "$scratch/messages"
        echo "$machine, seed $seed: exit code $status"
        exit 1
    fi
    entries=$(sed -n 's/^end //p' "$scratch/ours")
    total=$((total + 0x$entries))
    seed=$((seed + 1))
done
echo "$machine: $total exceptions in $seeds programs, seeds from $first: as QEMU's $board"
[ "$total" -gt 0 ]
