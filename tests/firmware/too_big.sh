#!/bin/sh
# More samples than a board has RAM: the build says so in one line, and so does the command of an image
# that was linked for a larger part.
# SPDX-License-Identifier: MIT
# usage: too_big.sh TAILCHAIN FIRMWARE BOARD   FIRMWARE: the folder of BOARD's images
set -u
tailchain=$1 firmware=$2 board=$3
image=$firmware/test_images/too_big.elf
[ -e "$image" ] || { echo "$image does not exist; build it with 'make test-images'"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# Bytes that the image takes of the 32 KiB at 0x20000000, and more: as its linker sees it.
over=0
while read -r address size; do
    more=$((address + size - 0x20000000 - 32768))
    [ $more -le $over ] || over=$more
done <<EOF
$(arm-none-eabi-readelf -lW "$image" | awk '$1 == "LOAD" && $3 ~ /^0x2/ { print $3, $6 }')
EOF
[ $over -gt 0 ] || { echo "$image is not too big"; exit 1; }

ninja -C "$firmware" too_big_here >"$folder/build" 2>&1 && { echo "too_big_here was linked"; failed=1; }
lines=$(grep -c 'bytes too many\|overflowed\|will not fit\|collect2' "$folder/build")
grep -q "too_big_here\.elf: $over bytes too many for RAM of $board, which has 32K: lower " "$folder/build" &&
    [ "$lines" -eq 1 ] || { echo "the build says:"; cat "$folder/build"; failed=1; }

for verb in run lint "debug --port 0"; do
    # shellcheck disable=SC2086
    "$tailchain" $verb "$image" >"$folder/out" 2>"$folder/err"
    status=$?
    [ $status -eq 2 ] && [ ! -s "$folder/out" ] && [ "$(wc -l <"$folder/err")" -eq 1 ] &&
        grep -q "segment at 0x20000[0-9A-F]* ([0-9]* bytes) does not fit: it ends $over bytes behind the sram of $board (0x20000000, 32768 bytes)" "$folder/err" && continue
    echo "$verb: status $status:"
    cat "$folder/out" "$folder/err"
    failed=1
done
exit $failed
